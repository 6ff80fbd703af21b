import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  AbortedError,
  type AgentState,
  append,
  complete,
  createState,
  type ModelResponse,
  PersistenceError,
  parseState,
  serialiseState,
} from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { readRecording } from "@varve/transcripts";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel, failureOf, kernelOf, plugin, projectFolder } from "../end-to-end/default-kernel.ts";
import { longTalk } from "../end-to-end/sample-project.ts";

const TIGHT = `${budget(9_000)}[store]\npath = "varve.db"\n`;

function longTask(): AgentState {
  return append(createState({ taskId: "t" }), longTalk().items);
}

describe("state and store", () => {
  it("fault 33: where the store fails between the record and the state, neither is stored and nothing has changed", async () => {
    const folder = projectFolder({ toml: TIGHT });
    const kernel = await kernelOf(folder);
    const saved = await kernel.save(longTask());
    const database = new DatabaseSync(join(folder, "varve.db"));
    const before = serialiseState(saved);
    for (const table of ["records", "entries", "tasks"]) {
      const verb = table === "records" ? "INSERT ON" : table === "entries" ? "DELETE ON" : "UPDATE ON";
      database.exec(`CREATE TRIGGER broken BEFORE ${verb} ${table} BEGIN SELECT RAISE(ABORT, 'disk gone'); END`);
      const error = await failureOf(kernel.prepare(saved));
      expect(error, table).toMatchObject({ hookPoint: "persistence.write.in", plugin: "@varve/store-sqlite" });
      expect(error instanceof Error ? error.cause : null).toBeInstanceOf(PersistenceError);
      expect(serialiseState(saved)).toBe(before);
      const reader = await kernelOf(folder);
      expect(await reader.load("t")).toEqual(saved);
      expect((await reader.records("t")).records).toEqual([]);
      database.exec("DROP TRIGGER broken");
    }
    // With the disk back, the same state compacts as if nothing had been tried.
    const { state, records } = await kernel.prepare(saved);
    expect(await (await kernelOf(folder)).load("t")).toEqual(state);
    expect((await kernel.records("t")).records).toEqual(records);
    database.close();
  });

  it("fault 33: a file that is no database is left as it is, and the turn ends before the state changes", async () => {
    const folder = projectFolder({ toml: TIGHT, files: { "varve.db": "my diary" } });
    const state = longTask();
    const error = await failureOf((await kernelOf(folder)).prepare(state));
    expect(String(error)).toMatch(/no SQLite database.*Nothing was changed/);
    expect(state.compaction.count).toBe(0);
  });

  it("fault 46: an abort while the model is asked for a summary reaches the call, and the promise settles at once", async () => {
    const caller = new AbortController();
    let heard = false;
    const model = plugin("model", ({ hooks }) =>
      hooks.model.invoke.in.tapPromise("model", ({ signal }) => {
        signal.addEventListener("abort", () => {
          heard = true;
        });
        setTimeout(() => caller.abort(new Error("closed the window")), 5);
        return new Promise<ModelResponse>(() => {});
      }),
    );
    const kernel = await defaultKernel({ toml: `${TIGHT}[model]\nname = "gpt-5"\n`, plugins: [model] });
    const state = longTask();
    const begun = performance.now();
    expect(await failureOf(kernel.prepare(state, { signal: caller.signal }))).toBeInstanceOf(AbortedError);
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(heard).toBe(true);
    expect(await kernel.load("t")).toBeNull();
  });

  it("fault 36: a lone surrogate and every odd text in a stored entry come back as they were", async () => {
    const folder = projectFolder({ toml: TIGHT });
    const odd = ["\ud800", "a\udc00b", "\0", "\u2028", "\uffff", '"\\', "😀".slice(0, 1)];
    const talk = conversation();
    for (const each of odd) talk.user(each).exchange(each, each, each);
    const saved = await (await kernelOf(folder)).save(append(createState({ taskId: "t" }), talk.items));
    expect(await (await kernelOf(folder)).load("t")).toEqual(saved);
    expect(parseState(serialiseState(saved))).toEqual(saved);
  });

  it("fault 36: one damaged record hides none of the others, and is said", async () => {
    const folder = projectFolder({ toml: TIGHT });
    const kernel = await kernelOf(folder);
    let state = longTask();
    for (let round = 0; round < 3; round += 1) {
      const more = longTalk(12).items.map((item) =>
        "callId" in item ? { ...item, callId: `${round}${item.callId}` } : item,
      );
      state = (await kernel.compact(append(state, more))).state;
    }
    const database = new DatabaseSync(join(folder, "varve.db"));
    database.exec("UPDATE records SET json = substr(json, 1, 100) WHERE record_id = 't/c2'");
    database.close();
    const { records, damaged } = await (await kernelOf(folder)).records("t");
    expect(records.map(({ id }) => id)).toEqual(["t/c1", "t/c3"]);
    expect(damaged).toEqual([{ id: "t/c2", reason: expect.stringMatching(/damaged/) }]);
    expect(await (await kernelOf(folder)).load("t")).toEqual(state);
  });

  it("fault 36: a recording whose last line is cut off is read up to there, and the damage is said with its line", async () => {
    const asked = '{"type":"message","role":"user","content":[{"type":"input_text","text":"fix it"}]}';
    const folder = projectFolder();
    writeFileSync(join(folder, "cut.jsonl"), `${asked}\n${asked}\n{"type":"mess`);
    const recording = await readRecording(join(folder, "cut.jsonl"));
    expect(recording.items).toHaveLength(2);
    expect(recording.problems).toMatchObject([{ line: 3 }]);
  });

  it("fault 75: __proto__ as a key reaches no prototype: in tool schemas, arguments, data subsets and a whole state", async () => {
    const folder = projectFolder({ toml: TIGHT });
    const kernel = await kernelOf(folder);
    const parameters = JSON.parse(
      '{"type":"object","__proto__":{"polluted":1},"properties":{"__proto__":{"type":"string"}}}',
    );
    const data = JSON.parse(
      '{"kind":"message","role":"user","parts":[{"kind":"data","data":{"__proto__":{"polluted":1}}}]}',
    );
    const talk = conversation().item(data).exchange("run", '{"__proto__":{"polluted":1}}', "ok").user("go");
    const state = append(createState({ taskId: "__proto__", tools: [{ name: "run", parameters }] }), talk.items);
    expect(await failureOf(kernel.write(state, "__proto__", { polluted: 1 }))).toMatchObject({
      code: "STATE_VALIDATION",
    });
    expect(
      await failureOf(kernel.write(state, "task", JSON.parse('{"goal":"x","__proto__":{"polluted":1}}'))),
    ).toMatchObject({
      code: "STATE_VALIDATION",
    });
    const saved = await kernel.save(state);
    const { window } = await kernel.prepare(saved);
    const { body } = await kernel.encode(window);
    expect(JSON.stringify(body.tools)).toContain('"__proto__":{"polluted":1}');
    expect(JSON.stringify(await (await kernelOf(folder)).load("__proto__"))).toBe(JSON.stringify(saved));
    expect("polluted" in {}).toBe(false);
  });

  it("fault 75: __proto__ in a configuration is refused with its place", async () => {
    for (const toml of [
      "[__proto__]\npolluted = 1\n",
      "[agents.__proto__]\ncard = 'x.json'\n",
      "[context]\n__proto__ = 1\n",
    ]) {
      expect(await failureOf(defaultKernel({ toml })), toml).toMatchObject({ code: "CONFIG" });
    }
    expect("polluted" in {}).toBe(false);
  });

  it("two workers on one task: one compaction wins and is stored whole, the other is told, and a branch is not lost silently", async () => {
    const folder = projectFolder({ toml: TIGHT });
    const [one, two] = [await kernelOf(folder), await kernelOf(folder)];
    const state = await one.save(longTask());
    const branch = append(state, conversation().user("and hurry").items);
    const outcomes = await Promise.allSettled([one.prepare(state), two.prepare(state), one.prepare(branch)]);
    const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(won).toHaveLength(1);
    for (const reason of lost) expect(reason).toMatchObject({ code: "CONFLICT", storedVersion: expect.any(Number) });
    expect(await two.load("t")).toEqual(won[0]?.state);
    expect((await two.records("t")).records).toEqual(won[0]?.records);
  });

  it("fault 34: what was committed before a later step fails is on the error, and is what is stored", async () => {
    const folder = projectFolder({ toml: TIGHT });
    let asked = 0;
    const failing = plugin("failing", ({ hooks }) =>
      hooks.compaction.summarise.in.tap("failing", ({ removed }) => {
        asked += 1;
        if (asked > 1) throw new Error("quota");
        return { summary: "x ".repeat(100), removes: removed.slice(0, 2).map(({ id }) => id) };
      }),
    );
    const kernel = await kernelOf(folder, { plugins: [failing] });
    const error = await failureOf(kernel.prepare(longTask()));
    expect(error).toMatchObject({ code: "EXECUTOR_FAILED", plugin: "failing", committed: { version: 1 } });
    expect(await kernel.load("t")).toEqual(Reflect.get(Object(error), "committed"));
  });

  it("a call's answer can be taken into the state that was committed, and the task goes on", async () => {
    const kernel = await defaultKernel({ toml: TIGHT });
    const { state, window } = await kernel.prepare(longTask());
    const call = {
      countedTokens: window.tokens,
      items: conversation().assistant("done").items,
      usage: null,
      model: null,
    };
    const saved = await kernel.save(complete(state, call));
    expect(await kernel.load("t")).toEqual(saved);
  });
});
