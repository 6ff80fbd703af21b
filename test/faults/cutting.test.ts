import { type AgentState, append, createState, type InputItem, type Kernel, text } from "@varve/kernel";
import { type Conversation, conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel, failureOf } from "../end-to-end/default-kernel.ts";
import { playTask } from "../end-to-end/played-task.ts";
import { bodyOf, itemsOf, requestFaults } from "../end-to-end/request-body.ts";

const AMPLE = budget(200_000);

let tasks = 0;

/** A task of its own, so that tests may compact many in one store. */
function stateOf(talk: Conversation): AgentState {
  tasks += 1;
  return append(createState({ taskId: `t${tasks}` }), talk.items);
}

/** Compacts once, and expects a request that a provider takes. */
async function compacted(kernel: Kernel, state: AgentState): Promise<AgentState> {
  const { state: after, window, records } = await kernel.compact(state);
  expect(records).toHaveLength(1);
  expect(requestFaults(await bodyOf(kernel, window))).toEqual([]);
  return after;
}

const ids = ({ history }: AgentState) => new Set<string>(history.map(({ id }) => id));

describe("cutting", () => {
  it("fault 1: wherever the half falls, no result outlives its call", async () => {
    const kernel = await defaultKernel({ toml: AMPLE });
    for (let exchanges = 4; exchanges < 16; exchanges += 1) {
      for (const words of [[], ["and then?"], ["and then?", "go on"]]) {
        const talk = conversation().user("go");
        for (let number = 0; number < exchanges; number += 1) talk.exchange("grep", { number }, "match ".repeat(200));
        for (const word of words) talk.user(word);
        const state = stateOf(talk);
        const stays = ids(await compacted(kernel, state));
        for (let index = 1; index < 1 + 2 * exchanges; index += 2)
          expect(stays.has(`e${index + 1}`), `call and result ${index}`).toBe(stays.has(`e${index + 2}`));
      }
    }
  });

  it("fault 2: every window is valid after any number of compactions, with pairs across each cut", async () => {
    const kernel = await defaultKernel({ toml: budget(1_400) });
    const turns = Array.from({ length: 60 }, (_, number) => {
      const talk = conversation()
        .assistant(`step ${number}`)
        .call("grep", { number }, `a${number}`)
        .call("read", { number }, `b${number}`)
        .result("line ".repeat(30 + (number % 7) * 20), `b${number}`)
        .result("match ".repeat(20 + (number % 5) * 20), `a${number}`);
      return { answer: talk.items.slice(0, 3), after: talk.items.slice(3) };
    });
    const { calls } = await playTask(kernel, stateOf(conversation().user("mend it")), turns);
    expect(calls.flatMap(({ records }) => records).length).toBeGreaterThan(5);
  });

  it("fault 3: a call that still waits for its result stays, and is answered in its place when it comes", async () => {
    const kernel = await defaultKernel({ toml: AMPLE });
    const talk = conversation().user("go");
    for (let number = 0; number < 10; number += 1) talk.exchange("grep", { number }, "match ".repeat(60));
    const { state, window } = await kernel.compact(stateOf(talk.call("build", { all: true }, "waiting")));
    expect(window.input.at(-1)?.item).toMatchObject({ kind: "tool_call", callId: "waiting" });
    const answered = await kernel.prepare(append(state, [resultOf("waiting", "built")]));
    expect(requestFaults(await bodyOf(kernel, answered.window))).toEqual([]);
    expect(answered.window.input.at(-1)?.item).toMatchObject({ kind: "tool_result", callId: "waiting" });
  });

  it("fault 3: such a call stays also where it lies in the oldest half, with its whole answer", async () => {
    const kernel = await defaultKernel({ toml: AMPLE });
    const talk = conversation().user("go").call("build", {}, "waiting").call("grep", {}, "b").result("match", "b");
    for (let number = 0; number < 12; number += 1) talk.exchange("grep", { number }, "match ".repeat(60));
    const { state, records } = await kernel.compact(stateOf(talk));
    expect(records[0]?.removed.length).toBeGreaterThan(5);
    expect(state.history.slice(1, 4).map(({ id }) => id)).toEqual(["e2", "e3", "e4"]);
    const late = await kernel.prepare(append(state, [resultOf("waiting", "built")]));
    expect(requestFaults(await bodyOf(kernel, late.window))).toEqual([]);
  });

  it("fault 4: a call whose result never came gets an error result that says so, in the window, the state and the record", async () => {
    const kernel = await defaultKernel({ toml: AMPLE });
    const talk = conversation().user("go").call("build", {}, "lost").user("stop that, do this instead").assistant("ok");
    const { state, window } = await kernel.prepare(append(stateOf(talk), conversation().user("well?").items));
    const body = await bodyOf(kernel, window);
    expect(requestFaults(body)).toEqual([]);
    const output = itemsOf(body).find(({ type }) => type === "function_call_output");
    expect(output).toMatchObject({ call_id: "lost", output: expect.stringContaining("[This tool call failed.]") });
    expect(state.history.at(-1)).toMatchObject({ made: "synthetic", item: { callId: "lost", isError: true } });

    const later = append(state, conversation().assistant("done ".repeat(2_000)).user("next").assistant("x").items);
    const { records } = await kernel.compact(later);
    expect(records[0]?.removed.map(({ entry }) => entry)).toContainEqual(state.history.at(-1));
  });

  it("fault 5: parallel calls are one exchange, in any order of results", async () => {
    const kernel = await defaultKernel({ toml: AMPLE });
    const orders = [
      ["a", "b", "c"],
      ["c", "b", "a"],
      ["b", "c", "a"],
    ];
    for (let before = 0; before < 8; before += 1) {
      for (const order of orders) {
        const talk = conversation().user("go");
        for (let number = 0; number < before; number += 1) talk.assistant("word ".repeat(200));
        for (const id of ["a", "b", "c"]) talk.call("grep", {}, id);
        for (const id of order) talk.result("match ".repeat(200), id);
        for (let number = 0; number < 5; number += 1) talk.assistant("word ".repeat(200));
        const state = stateOf(talk);
        const stays = ids(await compacted(kernel, state));
        const batch = state.history.filter(({ item }) => "callId" in item).map(({ id }) => stays.has(id));
        expect(new Set(batch).size, `${before} before, ${order}`).toBe(1);
      }
    }
  });

  it("fault 6: reasoning stays or goes with what it belongs to", async () => {
    const kernel = await defaultKernel({ toml: AMPLE });
    for (let exchanges = 4; exchanges < 14; exchanges += 1) {
      const talk = conversation().user("go");
      for (let number = 0; number < exchanges; number += 1) {
        const fields = { id: `rs_${number}` };
        talk.reasoning("think", { extra: { provider: "openai", fields } }).exchange("grep", {}, "match ".repeat(200));
      }
      const state = stateOf(talk);
      const stays = ids(await compacted(kernel, state));
      for (const [index, { id, item }] of state.history.entries())
        if (item.kind === "reasoning") expect(stays.has(id)).toBe(stays.has(state.history[index + 1]?.id ?? ""));
    }
  });

  it("fault 8: a picture counts by its pixels, neither as nothing nor by its base64", async () => {
    const kernel = await defaultKernel({ toml: AMPLE });
    const tokensOf = async (side: number, bytes: number, detail: "low" | "auto") => {
      const source = { kind: "base64", mediaType: "image/png", data: pngOf(side, bytes) } as const;
      const shot = conversation()
        .user("go")
        .call("shot")
        .result([{ kind: "image", source, detail }]);
      return (await kernel.prepare(stateOf(shot))).window.input.at(-1)?.tokens ?? 0;
    };
    // 32 × 32 patches of 32 pixels, 1.2 tokens each, and what the untrusted block around them takes.
    const tokens = await tokensOf(1_024, 300_000, "auto");
    expect(tokens).toBeGreaterThan(1_229);
    expect(tokens).toBeLessThan(1_400);
    // The block's digest is another, and may be a token or two longer.
    expect(Math.abs((await tokensOf(1_024, 30_000, "auto")) - tokens)).toBeLessThan(5);
    expect(await tokensOf(1_024, 300_000, "low")).toBeLessThan(tokens / 2);
  });

  it("fault 51: where no boundary is safe, nothing changes and the error says so", async () => {
    const kernel = await defaultKernel({ toml: budget(600) });
    const talk = conversation().user("go");
    for (let number = 0; number < 30; number += 1) talk.call("grep", { number }, `c${number}`);
    for (let number = 0; number < 30; number += 1) talk.result("match", `c${number}`);
    const state = stateOf(talk);
    const before = JSON.stringify(state);
    expect(await failureOf(kernel.prepare(state))).toMatchObject({ code: "CONTEXT_OVERFLOW" });
    expect(await failureOf(kernel.compact(state))).toMatchObject({ code: "NO_PROGRESS" });
    expect(JSON.stringify(state)).toBe(before);
    expect(await kernel.load(state.taskId)).toBeNull();
  });

  it("fault 54: one message of the user and then 300 calls: the cut lies inside the turn, and the message stays", async () => {
    const kernel = await defaultKernel({ toml: budget(6_000) });
    const talk = conversation().user("look at every file");
    for (let number = 0; number < 300; number += 1) talk.exchange("read", { number }, `content of file ${number}`);
    const { state, window, records } = await kernel.prepare(stateOf(talk));
    expect(records.length).toBeGreaterThan(0);
    expect(state.history[0]?.item).toEqual(talk.items[0]);
    expect(state.history.length).toBeGreaterThan(3);
    expect(window.tokens).toBeLessThanOrEqual(4_500);
    expect(requestFaults(await bodyOf(kernel, window))).toEqual([]);
  });
});

function resultOf(callId: string, content: string): InputItem {
  return { kind: "tool_result", callId, parts: [text(content)] };
}

/** The beginning of a square PNG, filled up to a size: enough for its dimensions to be read. */
function pngOf(side: number, bytes: number): string {
  const file = Buffer.alloc(bytes);
  file.write("\x89PNG\r\n\x1a\n", "latin1");
  file.writeUInt32BE(13, 8);
  file.write("IHDR", 12, "latin1");
  file.writeUInt32BE(side, 16);
  file.writeUInt32BE(side, 20);
  return file.toString("base64");
}
