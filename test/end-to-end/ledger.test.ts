import { dirname, join } from "node:path";
import { CacheLedger, cacheLedger, type LedgerLine } from "@varve/cache-ledger";
import {
  type AgentState,
  append,
  complete,
  createState,
  type InputItem,
  install,
  type Kernel,
  message,
  STAGES,
} from "@varve/kernel";
import { type Recording, readRecording, replayOf } from "@varve/transcripts";
import { describe, expect, it } from "vitest";
import { defaultKernel, plugin } from "./default-kernel.ts";

const SESSIONS = join(dirname(dirname(import.meta.dirname)), "examples", "sessions");

/** Long enough to be cached by itself: about 2,000 tokens. */
const RULES = Array.from(
  { length: 120 },
  (_, index) => `${index + 1}. Read before you write, and say which file each of your claims comes from.`,
).join("\n");

interface Played {
  readonly ledger: CacheLedger;
  readonly turns: readonly LedgerLine[];
  readonly summaries: readonly LedgerLine[];
}

/** Plays a recorded session through the whole default stack, every model call answered as it was recorded. */
async function play(file: string, toml: string): Promise<Played> {
  const recording = await readRecording(join(SESSIONS, file));
  const ledger = new CacheLedger();
  let answer: readonly InputItem[] = [];
  const scripted = plugin("scripted", ({ hooks }) => {
    hooks.model.invoke.in.tap({ name: "scripted", stage: STAGES.default - 1 }, ({ purpose, request }) => ({
      items: purpose === "summary" ? [message("assistant", "## Goal\nGo on with what was asked.")] : answer,
      usage: null,
      model: typeof request.body.model === "string" ? request.body.model : null,
      finish: "stop",
      requestId: null,
    }));
  });
  const kernel = await defaultKernel({
    toml: `${toml}\n[prompt]\nsystem = "system.md"\n`,
    files: { "system.md": `${recording.instructions ?? "You are careful."}\n${RULES}` },
    plugins: [scripted, install(cacheLedger(ledger), undefined)],
  });
  await playSteps(kernel, recording, (items) => {
    answer = items;
  });
  const lines = ledger.lines(recording.taskId);
  return {
    ledger,
    turns: lines.filter(({ purpose }) => purpose === "turn"),
    summaries: lines.filter(({ purpose }) => purpose === "summary"),
  };
}

async function playSteps(
  kernel: Kernel,
  recording: Recording,
  answerWith: (items: readonly InputItem[]) => void,
): Promise<void> {
  const { taskId, tools, goal } = recording;
  let state: AgentState = createState({ taskId, tools, data: { task: { goal: goal ?? "Go on." } } });
  for (const { append: added, produced } of replayOf(recording).steps) {
    answerWith(produced);
    const { state: prepared, window } = await kernel.prepare(append(state, added));
    const { items } = await kernel.ask(window);
    state = complete(prepared, { countedTokens: window.tokens, items, usage: null, model: null });
  }
}

const FILES = ["fix-inventory.jsonl", "translate-docs.jsonl", "read-charts.json"];

const NEVER = "[context]\nturn_budget_tokens = 1_000_000\n";

describe("a session that is never compacted", () => {
  it.each(FILES)("reuses at least 99 %% of every request in the one that follows it: %s", async (file) => {
    const { turns } = await play(file, NEVER);
    expect(turns.length).toBeGreaterThan(5);
    for (const [index, line] of turns.entries()) {
      const before = turns[index - 1];
      if (before === undefined) {
        expect(line.reason).toEqual({ kind: "first_call" });
        continue;
      }
      expect(line).toMatchObject({ rule: "openai_breakpoints", isRuleAssumed: false, reason: null });
      expect(line.predicted.counted / before.input.counted).toBeGreaterThanOrEqual(0.99);
      expect(line.same.tokens).toBe(before.input.counted);
    }
  });

  it("does so for a model whose cache works in steps, but for one step", async () => {
    const { turns, ledger } = await play(
      "fix-inventory.jsonl",
      `${NEVER}[model]\nprovider = "openai"\nname = "gpt-5"\n`,
    );
    for (const [index, line] of turns.entries()) {
      const before = turns[index - 1];
      if (before === undefined) continue;
      expect(line).toMatchObject({ rule: "openai_implicit", reason: null });
      expect(before.input.counted - line.predicted.counted).toBeLessThan(128);
    }
    const [task = ""] = ledger.tasks;
    const { countedTokens, predictedShare } = ledger.totals(task).turns;
    const repeated = turns.slice(1).reduce((sum, { same }) => sum + same.tokens, 0);
    expect(((predictedShare ?? 0) * countedTokens) / repeated).toBeGreaterThan(0.99);
  });
});

describe("a session that is compacted", () => {
  const budget = "[context]\nturn_budget_tokens = 40_000\n";
  const model = '[model]\nprovider = "openai"\nname = "gpt-6.1-sol"\n';

  it("finds its static and per-task parts again after each compaction, and says why it finds no more", async () => {
    const { turns, ledger } = await play("fix-inventory.jsonl", budget);
    const after = turns.filter(({ compactions }) => compactions.length > 0);
    expect(after.length).toBeGreaterThan(1);
    for (const line of after) {
      const segments = ["tools", "system_prompt", "participants", "agents", "skills_index", "task", "plan"];
      const before = turns[turns.indexOf(line) - 1];
      if (before === undefined) throw new Error("a first call was compacted");
      expect(line.reason).toEqual({ kind: "compaction", records: line.compactions });
      // Everything up to the history was the same, and all of it is predicted.
      expect(segments).not.toContain(line.difference?.section);
      expect(line.same.tokens).toBeGreaterThan(2_000);
      expect(line.predicted.counted).toBe(line.same.tokens);
    }
    const [task = ""] = ledger.tasks;
    expect(ledger.compactions(task).map(({ recordId }) => recordId)).toEqual(
      after.flatMap(({ compactions }) => compactions),
    );
  });

  it("reuses at least 95 % of the last request in the one that asks for the summary", async () => {
    const { turns, summaries } = await play("fix-inventory.jsonl", `${budget}${model}`);
    expect(summaries.length).toBeGreaterThan(1);
    for (const line of summaries) {
      const before = turns.find(({ number }) => number === line.comparedWith);
      if (before === undefined) throw new Error(`request ${line.number} was compared with no turn`);
      expect(line.predicted.counted / before.input.counted).toBeGreaterThanOrEqual(0.95);
      expect(line.reason).toBeNull();
    }
  });
});
