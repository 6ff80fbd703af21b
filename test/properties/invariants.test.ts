import {
  type AgentState,
  append,
  complete,
  createKernel,
  createState,
  install,
  type Kernel,
  parseState,
  serialiseState,
  VarveError,
  type Window,
} from "@varve/kernel";
import modelOpenai from "@varve/model-openai";
import { validateSchema } from "@varve/state-ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minimal } from "../../kernel/test/minimal-kernel.ts";
import { type GeneratedTurn, generatedTurns } from "./conversations.ts";
import { type GeneratedPolicy, hostilePolicies, policyPlugin, sanePolicies } from "./policies.ts";

const RUNS = { numRuns: Number(process.env.VARVE_PROPERTY_RUNS ?? 1_000) } as const;

const TOOLS = [
  { name: "run", parameters: { type: "object" } },
  { name: "grep", parameters: { type: "object", properties: { b: {}, a: {} } } },
];

/** One prepared turn, as it is seen from outside. */
interface Played {
  readonly before: AgentState;
  readonly prepared: Awaited<ReturnType<Kernel["prepare"]>>;
  readonly body: { readonly [key: string]: unknown };
}

function kernelOf(policy: GeneratedPolicy, turnBudgetTokens: number): Promise<Kernel> {
  const model = install(modelOpenai, { name: "any", context_window_tokens: 1_000_000 });
  return createKernel({
    plugins: [install(minimal, undefined), model, policyPlugin(policy)],
    context: { turnBudgetTokens, compactionFraction: 0.5 },
    validate: validateSchema,
  });
}

/** Plays a generated task. A turn that fails leaves the state as it was, and the task goes on. */
async function play(
  turns: readonly GeneratedTurn[],
  policy: GeneratedPolicy,
  turnBudgetTokens: number,
  see: (played: Played, kernel: Kernel) => void,
): Promise<void> {
  const kernel = await kernelOf(policy, turnBudgetTokens);
  let state = createState({ taskId: "t", tools: TOOLS });
  for (const { before, answer } of turns) {
    state = append(state, before);
    const json = serialiseState(state);
    try {
      const prepared = await kernel.prepare(state);
      const { body } = await kernel.encode(prepared.window);
      see({ before: state, prepared, body }, kernel);
      state = prepared.state;
      state = complete(state, { countedTokens: prepared.window.tokens, items: answer, usage: null, model: null });
    } catch (error) {
      if (!(error instanceof VarveError)) throw error;
      expect(serialiseState(state)).toBe(json);
      state = append(error.committed ?? state, answer);
    }
  }
}

const budgets = fc.integer({ min: 150, max: 3_000 });
const taskOf = (policies: fc.Arbitrary<GeneratedPolicy>) => [generatedTurns, policies, budgets] as const;

function wireItems(body: Played["body"]): readonly { readonly type: string; readonly call_id?: string }[] {
  return Array.isArray(body.input) ? body.input : [];
}

describe("over generated conversations and generated policies", () => {
  it("no request holds a result without its call, nor a call id twice, and only calls at the very end are open", async () => {
    await fc.assert(
      fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
        play(turns, policy, budget, ({ body }) => {
          const open = new Map<string, number>();
          const seen = new Set<string>();
          for (const [index, { type, call_id: id = "" }] of wireItems(body).entries()) {
            if (type === "function_call") {
              expect(seen.has(id)).toBe(false);
              seen.add(id);
              open.set(id, index);
            } else if (type === "function_call_output") {
              expect(open.delete(id)).toBe(true);
            }
          }
          const last = wireItems(body).findLastIndex(
            (item) => item.type === "function_call_output" || Reflect.get(item, "role") === "user",
          );
          for (const index of open.values()) expect(index).toBeGreaterThan(last);
        }),
      ),
      RUNS,
    );
  });

  it("no compaction removes an unanswered call, or the request being worked on", async () => {
    await fc.assert(
      fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
        play(turns, policy, budget, ({ before, prepared }) => {
          const answered = new Set(
            before.history.flatMap(({ item }) => (item.kind === "tool_result" ? [item.callId] : [])),
          );
          const open = before.history.filter(({ item }) => item.kind === "tool_call" && !answered.has(item.callId));
          const stays = new Set(prepared.state.history.map(({ id }) => id));
          for (const { id } of open) expect(stays.has(id)).toBe(true);
          const request = before.history.findLast(
            ({ item, made, past }) =>
              item.kind === "message" && item.role === "user" && made === undefined && past !== true,
          );
          if (request !== undefined) expect(stays.has(request.id)).toBe(true);
        }),
      ),
      RUNS,
    );
  });

  it("no reasoning item is parted from what it belongs to", async () => {
    await fc.assert(
      fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
        play(turns, policy, budget, ({ body }) => {
          const items = wireItems(body);
          for (const [index, { type }] of items.entries()) {
            if (type !== "reasoning") continue;
            const next = items.slice(index + 1).find((item) => item.type !== "reasoning");
            expect(next?.type === "function_call" || Reflect.get(next ?? {}, "role") === "assistant").toBe(true);
          }
        }),
      ),
      RUNS,
    );
  });

  it("the static prefix is the same bytes on every turn", async () => {
    await fc.assert(
      fc.asyncProperty(...taskOf(hostilePolicies), async (turns, policy, budget) => {
        const prefixes = new Set<string>();
        await play(
          turns,
          policy,
          budget,
          ({ body }) =>
            void prefixes.add(JSON.stringify([body.instructions, body.tools, body.prompt_cache_key, body.store])),
        );
        expect(prefixes.size).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });

  it("without a compaction, the previous request's items are a prefix of the next one's", async () => {
    await fc.assert(
      fc.asyncProperty(...taskOf(sanePolicies), async (turns, policy, budget) => {
        let previous: readonly string[] = [];
        await play(turns, policy, budget, ({ prepared, body }) => {
          const items = wireItems(body).map((item) => JSON.stringify(item));
          if (prepared.records.length === 0) expect(items.slice(0, previous.length)).toEqual(previous);
          previous = items;
        });
      }),
      RUNS,
    );
  });

  it("after any compaction the window is smaller, and the next decision says no", async () => {
    await fc.assert(
      fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
        play(turns, policy, budget, ({ prepared }) => {
          for (const { tokensBefore, tokensAfter } of prepared.records) expect(tokensAfter).toBeLessThan(tokensBefore);
          const last = prepared.records.at(-1);
          if (last !== undefined) expect(prepared.window.tokens).toBe(last.tokensAfter);
        }),
      ),
      RUNS,
    );
  });

  it("restore gives back exactly what was removed, one compaction after another", async () => {
    await fc.assert(
      fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
        play(turns, policy, budget, ({ before, prepared }, kernel) => {
          let state = prepared.state;
          for (const record of prepared.records.toReversed())
            state = kernel.restore(parseState(serialiseState(state)), JSON.parse(JSON.stringify(record)));
          const synthetic = state.history.slice(before.history.length);
          expect(synthetic.every(({ made }) => made === "synthetic")).toBe(true);
          expect(state.history.slice(0, before.history.length)).toEqual(before.history);
          expect({ ...state, history: [], version: 0, nextEntry: 0 }).toEqual({
            ...before,
            history: [],
            version: 0,
            nextEntry: 0,
          });
        }),
      ),
      RUNS,
    );
  });

  it("a state survives JSON unchanged, and assembles to the same bytes in another kernel", async () => {
    await fc.assert(
      fc.asyncProperty(...taskOf(sanePolicies), async (turns, policy, budget) => {
        const seen: { readonly state: AgentState; readonly window: Window }[] = [];
        await play(turns, policy, budget, ({ prepared }) => void seen.push(prepared));
        const { state, window } = seen.at(-1) ?? {};
        if (state === undefined || window === undefined) return;
        const copy = parseState(serialiseState(state));
        expect(copy).toEqual(state);
        const other = await (await kernelOf(policy, budget)).assemble(copy);
        expect(JSON.stringify([other.instructions, other.tools, other.input])).toBe(
          JSON.stringify([window.instructions, window.tools, window.input]),
        );
      }),
      RUNS,
    );
  });

  it("no executor can change a state, and whatever it throws or returns, the state is the old one or the new one", async () => {
    await fc.assert(
      fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
        play(turns, policy, budget, ({ before, prepared }) => {
          expect(parseState(serialiseState(before))).toEqual(before);
          expect(prepared.state.compaction.count).toBe(before.compaction.count + prepared.records.length);
          expect(prepared.state.version).toBe(before.version + prepared.records.length);
        }),
      ),
      RUNS,
    );
  });
});
