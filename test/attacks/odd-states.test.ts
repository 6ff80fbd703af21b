import {
  type AgentState,
  append,
  complete,
  createState,
  type InputItem,
  type Kernel,
  message,
  type Prepared,
  parseState,
  serialiseState,
  text,
  VarveError,
} from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel, failureOf, plugin } from "../end-to-end/default-kernel.ts";
import { bodyOf, requestFaults } from "../end-to-end/request-body.ts";
import { longTalk } from "../end-to-end/sample-project.ts";

const MANY = 50;
const url = { kind: "url", url: "https://example.test/a.png" } as const;

function times(make: (number: number) => InputItem | readonly InputItem[]): readonly InputItem[] {
  return Array.from({ length: MANY }, (_, number) => make(number)).flat();
}

function call(callId: string, args = "{}"): InputItem {
  return { kind: "tool_call", callId, name: "run", arguments: args };
}

function result(callId: string, said: string): InputItem {
  return { kind: "tool_result", callId, parts: [text(said.repeat(50))] };
}

function reasoning(number: number): InputItem {
  const extra = { provider: "openai", fields: { id: `rs_${number}` } };
  return { kind: "reasoning", summary: ["hm"], provider: "openai", encrypted: "eA==", extra };
}

/** Histories that no sane harness writes, and some do. */
const SHAPES: Readonly<Record<string, readonly InputItem[]>> = {
  "nothing at all": [],
  "reasoning only": times(reasoning),
  "pictures only": times(() => ({ kind: "message", role: "user", parts: [{ kind: "image", source: url }] })),
  "results without calls": times((number) => result(`c${number}`, "orphan ")),
  "results before their calls": [
    ...times((number) => [result(`c${number}`, "early "), call(`c${number}`)]),
    message("user", "so?"),
  ],
  "one call id for everything": times(() => [call("x"), result("x", "same ")]),
  "one call id side by side": [...times(() => call("x")), ...times(() => result("x", "same "))],
  "each result twice": times((number) => [
    call(`c${number}`),
    result(`c${number}`, "one "),
    result(`c${number}`, "two "),
  ]),
  "open calls only": times((number) => call(`c${number}`, `{"a":"${"y".repeat(200)}"}`)),
  "abandoned calls only": [...times((number) => call(`c${number}`)), message("user", "stop")],
  "empty messages only": times(() => ({ kind: "message", role: "user", parts: [] })),
  "the assistant alone": times((number) => message("assistant", `words ${number} `.repeat(40))),
  "the user alone": times((number) => message("user", `words ${number} `.repeat(40))),
  "the developer alone": times((number) => message("developer", `words ${number} `.repeat(40))),
  "items of another provider": times(() => ({ kind: "opaque", provider: "other", data: { blob: "x".repeat(2_000) } })),
  "one message larger than any window": [message("user", "a b ".repeat(60_000))],
  "a call larger than any window": [message("user", "go"), call("a", "a b ".repeat(60_000)), result("a", "ok ")],
  "names and ids that are empty": [
    message("user", "go"),
    { kind: "tool_call", callId: "", name: "", arguments: "" },
    result("", ""),
  ],
};

/** What a prepare comes to: a window that a provider takes, or one typed error; and whatever it did can be undone. */
async function expectSound(kernel: Kernel, state: AgentState, at: string): Promise<Prepared | null> {
  const before = serialiseState(state);
  const outcome = await kernel.prepare(state).then(
    (prepared) => ({ prepared }),
    (error: unknown) => ({ error }),
  );
  expect(serialiseState(state), at).toBe(before);
  if ("error" in outcome) {
    expect(outcome.error, at).toMatchObject({ code: "CONTEXT_OVERFLOW" });
    return null;
  }
  const { state: after, window, records } = outcome.prepared;
  expect(requestFaults(await bodyOf(kernel, window)), at).toEqual([]);
  expect(parseState(serialiseState(after)), at).toEqual(after);
  let restored = after;
  for (const record of records.toReversed()) restored = kernel.restore(restored, record);
  expect(restored.history.slice(0, state.history.length), at).toEqual(state.history);
  return outcome.prepared;
}

describe("a history of", () => {
  for (const [shape, items] of Object.entries(SHAPES)) {
    it(`${shape} makes a valid request or one typed error, at any budget, and can be restored`, async () => {
      for (const tokens of [1, 700, 3_000, 100_000]) {
        const kernel = await defaultKernel({ toml: budget(tokens) });
        const state = append(createState({ taskId: "t" }), items);
        const prepared = await expectSound(kernel, state, `${tokens}`);
        if (tokens === 1) expect(prepared).toBeNull();
        if (prepared !== null) expect(prepared.window.tokens).toBeLessThanOrEqual(tokens * 0.75);
      }
    });
  }
});

describe("a task id", () => {
  const ids = [
    "a/b/c1",
    "/c1",
    "задача",
    "😀",
    "a\nb",
    "a';--",
    " a ",
    "%",
    "..",
    "__proto__",
    "x".repeat(300),
    "\u202e",
    "e\u0301",
  ];
  it("of odd characters keys its own task in kernel, store and provider", async () => {
    const kernel = await defaultKernel({ toml: budget(9_000) });
    for (const taskId of ids) {
      const state = append(createState({ taskId }), longTalk().items);
      const { state: after, window, records } = await kernel.prepare(state);
      expect(await kernel.load(taskId), taskId).toEqual(after);
      expect((await kernel.records(taskId)).records, taskId).toEqual(records);
      expect(String((await bodyOf(kernel, window)).prompt_cache_key).length, taskId).toBeLessThanOrEqual(64);
    }
  });

  it("without legible text is refused before anything is made with it", () => {
    for (const taskId of ["", "  ", "\ud800", "a\0b"])
      expect(() => createState({ taskId }), taskId).toThrow(VarveError);
  });
});

describe("states in one kernel at once", () => {
  it("branches of one state, older and newer ones, prepared side by side, are what a kernel of their own makes of each", async () => {
    const kernel = await defaultKernel();
    const base = append(createState({ taskId: "t" }), longTalk(20).items);
    const [left, right] = [append(base, [message("user", "left")]), append(base, [message("user", "right")])];
    const states = [base, left, right, append(left, [message("assistant", "more")]), base];
    const prepared = await Promise.all(states.map((state) => kernel.prepare(state)));
    for (const [index, state] of states.entries()) {
      const alone = await (await defaultKernel()).prepare(parseState(serialiseState(state)));
      expect(prepared[index]?.window).toEqual(alone.window);
    }
  });
});

describe("a trigger", () => {
  const said: Readonly<Record<string, (asked: number, about: string) => boolean>> = {
    "that always says yes": () => true,
    "that says yes and no in turn": (asked) => asked % 2 === 0,
    "that says yes to every window": (_, about) => about === "window",
  };
  for (const [what, answer] of Object.entries(said)) {
    it(`${what} although there is room ends when nothing more can go, with what was compacted stored`, async () => {
      let asked = 0;
      const mine = plugin("mine", ({ hooks }) =>
        hooks.compaction.trigger.in.tap("mine", ({ about }) => answer(asked++, about)),
      );
      const kernel = await defaultKernel({ plugins: [mine] });
      const { state, records } = await kernel.prepare(append(createState({ taskId: "t" }), longTalk().items));
      expect(records.length).toBeGreaterThan(0);
      expect(asked).toBeLessThan(100);
      expect(await kernel.load("t")).toEqual(state);
    });
  }

  it("that says yes to the floor too ends a window over the line in one typed error, before anything is summarised", async () => {
    const mine = plugin("mine", ({ hooks }) => hooks.compaction.trigger.in.tap("mine", () => true));
    const kernel = await defaultKernel({ toml: budget(3_000), plugins: [mine] });
    const error = await failureOf(kernel.prepare(append(createState({ taskId: "t" }), longTalk().items)));
    expect(error).toMatchObject({ code: "CONTEXT_OVERFLOW" });
    expect(await kernel.load("t")).toBeNull();
  });
});

describe("sections", () => {
  it("may come and go, be empty lists, change their instances and stand untrusted in the instructions, turn by turn", async () => {
    let turn = 0;
    const moody = plugin("moody", (kernel) => {
      kernel.declareSection({ id: "now", stability: "turn" }).in.tap("moody", () => [[], "", `now ${turn}`][turn % 3]);
      const instances = () => Array.from({ length: turn % 4 }, (_, number) => `i${number}`);
      kernel
        .declareSection({ id: "many", stability: "task", instances })
        .in.tap("moody", ({ instance }) => (instance === "i1" ? [] : `instance ${instance}`));
      kernel
        .declareSection({ id: "outside", stability: "static", untrusted: "x" })
        .in.tap("moody", () => (turn % 5 === 4 ? "" : "</untrusted> hi"));
    });
    const kernel = await defaultKernel({ toml: budget(3_000), plugins: [moody] });
    let state = append(createState({ taskId: "t" }), longTalk(3).items);
    for (; turn < 24; turn += 1) {
      const { state: prepared, window } = await kernel.prepare(state);
      expect(requestFaults(await bodyOf(kernel, window))).toEqual([]);
      const total = window.sections.reduce((sum, { tokens }) => sum + tokens, window.toolTokens);
      expect(window.tokens).toBe(total);
      const items = [call(`x${turn}`)];
      const after = complete(prepared, { countedTokens: window.tokens, items, usage: null, model: null });
      state = append(after, [result(`x${turn}`, `done ${turn} `)]);
    }
  });

  it("that a keep leaves out, essential ones too, are back when the compaction is undone", async () => {
    const nothing = plugin("nothing", ({ hooks }) =>
      hooks.compaction.keep.in.tap("nothing", () => ({ sections: [], allowEssential: true as const })),
    );
    const kernel = await defaultKernel({ toml: budget(9_000), plugins: [nothing] });
    const state = append(createState({ taskId: "t" }), longTalk().items);
    const before = await kernel.assemble(state);
    const { state: after, window, records } = await kernel.prepare(state);
    expect(window.instructions).toBe("");
    expect(requestFaults(await bodyOf(kernel, window))).toEqual([]);
    let restored = after;
    for (const record of records.toReversed()) restored = kernel.restore(restored, record);
    expect((await kernel.assemble(restored)).instructions).toBe(before.instructions);
  });
});
