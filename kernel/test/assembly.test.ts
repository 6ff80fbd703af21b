import {
  type AgentState,
  append,
  complete,
  createState,
  type InputItem,
  type Kernel,
  type PrefixChange,
  parseState,
  serialiseState,
  type ToolDefinition,
  type ToolsHeld,
  text,
  type Window,
  withTools,
} from "@varve/kernel";
import { type Conversation, conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith, plugin } from "./minimal-kernel.ts";

function stateOf(talk: Conversation): AgentState {
  return append(createState({ taskId: "t" }), talk.items);
}

function inputOf(window: Window): readonly string[] {
  return window.input.map(({ item }) => JSON.stringify(item));
}

async function shown(kernel: Kernel, talk: Conversation): Promise<readonly InputItem[]> {
  return (await kernel.assemble(stateOf(talk))).input.map(({ item }) => item);
}

const strict: ToolDefinition = {
  name: "b_tool",
  parameters: { type: "object", properties: { y: { type: "string" }, x: { type: "number" } } },
};
const plain: ToolDefinition = { name: "a_tool", description: "first", parameters: { type: "object" } };

describe("a window", () => {
  it("has static sections in the instructions, per-task and per-turn sections in the input, each a content part of its own", async () => {
    const kernel = await kernelWith([
      plugin("more", (k) => {
        k.declareSection({ id: "rules", stability: "static", after: "system_prompt" }).in.tap("more", () => "Rules.");
        k.declareSection({ id: "goal", stability: "task" }).in.tap("more", () => "Goal.");
        k.hooks.section.plan.in.tap("more", () => "Plan.");
      }),
    ]);
    const window = await kernel.assemble(stateOf(conversation().user("hi")));
    expect(window.instructions).toBe("You are careful.\n\nRules.");
    expect(window.input[0]).toMatchObject({
      stability: "task",
      sections: ["plan", "goal"],
      item: { role: "developer", parts: [{ text: "Plan." }, { text: "Goal." }] },
    });
    expect(window.sections.map(({ id, plugins }) => `${id} ${plugins.join()}`)).toEqual([
      "system_prompt minimal",
      "rules more",
      "plan more",
      "goal more",
      "history minimal",
    ]);
    expect(window.tokens).toBe(window.sections.reduce((sum, { tokens }) => sum + tokens, window.toolTokens));
    expect(window.input.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(
      window.sections.filter(({ place }) => place === "input").reduce((sum, { tokens }) => sum + tokens, 0),
    );
  });

  it("fault 24: repeats last turn's items as a prefix of this turn's, byte for byte", async () => {
    const kernel = await kernelWith();
    let state = stateOf(conversation().user("go"));
    let before: readonly string[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const { window, state: prepared } = await kernel.prepare(state);
      expect(inputOf(window).slice(0, before.length)).toEqual(before);
      before = inputOf(window);
      const talk = conversation().reasoning("r").call("t", { turn }, `c${turn}`).result(`r${turn}`, `c${turn}`);
      state = append(
        complete(prepared, { countedTokens: 1, items: talk.items.slice(0, 2), usage: null, model: null }),
        talk.items.slice(2),
      );
    }
  });

  it("fault 65: assembles to the same bytes after its state was saved and loaded, also in another kernel", async () => {
    const state = withTools(
      stateOf(conversation().user("a \ud83d").call("t", '{"b":1, "a":2}').result("r").assistant("x")),
      [strict, plain],
    );
    const [one, other] = [
      await (await kernelWith()).assemble(state),
      await (await kernelWith()).assemble(parseState(serialiseState(state))),
    ];
    expect(JSON.stringify(other)).toBe(JSON.stringify(one));
  });

  it("fault 23: gives the same bytes for the same tools in another order, with keys in another order", async () => {
    const kernel = await kernelWith();
    const shuffled = {
      ...strict,
      parameters: { properties: { x: { type: "number" }, y: { type: "string" } }, type: "object" },
    };
    const [one, other] = [
      await kernel.assemble(withTools(stateOf(conversation()), [strict, plain])),
      await kernel.assemble(withTools(stateOf(conversation()), [plain, shuffled])),
    ];
    expect(JSON.stringify(one.tools)).toBe(JSON.stringify(other.tools));
    expect(one.tools.map(({ name }) => name)).toEqual(["a_tool", "b_tool"]);
  });

  it("fault 63: holds the tool list of a task, and tells what is missing, added or changed", async () => {
    const kernel = await kernelWith();
    const told: ToolsHeld[] = [];
    kernel.events.toolsHeld.tap("test", (event) => void told.push(event));
    const first = await kernel.prepare(stateOf(conversation().user("a")), { tools: [plain, strict] });
    const state = complete(first.state, {
      countedTokens: 1,
      items: conversation().assistant("ok").items,
      usage: null,
      model: null,
    });
    const second = await kernel.prepare(state, {
      tools: [
        { ...plain, description: "other" },
        { name: "new", parameters: {} },
      ],
    });
    expect(second.window.tools).toEqual(first.window.tools);
    expect(told).toMatchObject([{ taskId: "t", missing: ["b_tool"], added: ["new"], changed: ["a_tool"] }]);
  });

  it("fault 22: a clock in a static section is told with the section and the first byte that differs", async () => {
    let minute = 10;
    const kernel = await kernelWith([
      plugin("clock", (k) => k.hooks.section.system_prompt.in.tap("clock", () => `Zeit – 12:${minute}, be careful.`)),
    ]);
    const told: PrefixChange[] = [];
    kernel.events.prefixChanged.tap("test", (event) => void told.push(event));
    const state = stateOf(conversation().user("a"));
    await kernel.prepare(state);
    await kernel.prepare(state);
    expect(told).toEqual([]);
    minute = 11;
    await kernel.prepare(state);
    // "Zeit – 12:1": the dash takes three bytes.
    expect(told).toMatchObject([
      { section: "system_prompt", offset: 13, before: "0, be careful.", after: "1, be careful." },
    ]);
  });

  it("fault 64: keeps the model's own string of arguments, byte for byte", async () => {
    const args = '{"b":1,   "a":2 , "c":"\\u00e9"}';
    expect(await shown(await kernelWith(), conversation().call("t", args).result("r"))).toContainEqual(
      expect.objectContaining({ arguments: args }),
    );
  });

  it("fault 26, fault 29: holds no lone surrogate and no NUL, whatever the history holds", async () => {
    const talk = conversation()
      .user("half \ud83d")
      .assistant("\udc00 other")
      .call("t\ud83d", '{"x":"\ud83d"}')
      .result("nul \0 and \udfff")
      .reasoning("\ud83d");
    const json = JSON.stringify(await (await kernelWith()).assemble(stateOf(talk.assistant("end"))));
    expect(json).not.toMatch(/\\ud[89a-f]/i);
    expect(json).not.toContain("\\u0000");
    expect(json).toContain("half \ufffd");
  });

  it("fault 27: leaves out what is empty, and keeps the exchange valid", async () => {
    const items = await shown(
      await kernelWith(),
      conversation()
        .user("hi")
        .say("assistant", [])
        .say("assistant", [text("")])
        .call("t")
        .result([]),
    );
    expect(items.map(({ kind }) => kind)).toEqual(["message", "tool_call", "tool_result"]);
  });

  it("fault 62: shows each section once after a compaction, and each entry once", async () => {
    const kernel = await kernelWith([plugin("plan", (k) => k.hooks.section.plan.in.tap("plan", () => "THE PLAN"))], {
      context: { turnBudgetTokens: 400, compactionFraction: 0.5 },
    });
    const talk = conversation().user("hi");
    for (let number = 0; number < 12; number += 1) talk.exchange("t", { number }, "x".repeat(80));
    const { window } = await kernel.prepare(stateOf(talk));
    expect(JSON.stringify(window.input).match(/THE PLAN/g)).toHaveLength(1);
    expect(window.input.filter(({ sections }) => sections.includes("state_summary"))).toHaveLength(1);
    const entries = window.input.flatMap(({ entry }) => entry ?? []);
    expect(new Set(entries).size).toBe(entries.length);
  });

  it("shows a result without a call, or that came too late, as a message from outside", async () => {
    const kernel = await kernelWith();
    const items = await shown(kernel, conversation().result("orphan", "nobody").user("x"));
    expect(items[0]).toMatchObject({
      kind: "message",
      role: "user",
      parts: [{ text: expect.stringContaining('<untrusted source="tool:unknown"') }],
    });
    const { state } = await kernel.prepare(stateOf(conversation().user("go").call("slow").user("never mind")));
    const { window } = await kernel.prepare(append(state, conversation().result("late", "call_1").items));
    expect(window.input.map(({ item }) => item.kind)).toEqual([
      "message",
      "tool_call",
      "message",
      "tool_result",
      "message",
    ]);
    expect(JSON.stringify(window.input.at(-1))).toContain("late");
  });

  it("holds reasoning back until the item that it belongs to stands behind it", async () => {
    const kernel = await kernelWith();
    expect((await shown(kernel, conversation().user("a").reasoning("r"))).map(({ kind }) => kind)).toEqual(["message"]);
    expect((await shown(kernel, conversation().user("a").reasoning("r").user("b"))).map(({ kind }) => kind)).toEqual([
      "message",
      "message",
    ]);
    expect(
      (await shown(kernel, conversation().user("a").reasoning("r").assistant("b"))).map(({ kind }) => kind),
    ).toEqual(["message", "reasoning", "message"]);
  });

  it("fault 43: renders and counts each entry once, however many turns it stands in the window", async () => {
    const asked = new Map<string, number>();
    let counts = 0;
    const kernel = await kernelWith([
      plugin("watch", (k) => {
        k.hooks.section.history.pre.tap(
          "watch",
          ({ entry }) => void asked.set(entry?.id ?? "?", (asked.get(entry?.id ?? "?") ?? 0) + 1),
        );
        k.hooks.tokens.count.pre.tap("watch", () => {
          counts += 1;
        });
      }),
    ]);
    let state = stateOf(conversation().user("go"));
    for (let turn = 0; turn < 50; turn += 1) {
      await kernel.prepare(state);
      state = append(state, conversation().user(`message ${turn}`).items);
    }
    expect([...asked.values()].every((times) => times === 1)).toBe(true);
    // One a message, and one for the system prompt.
    expect(counts).toBe(51);
  });

  it("fault 49: a section with instances has one for each, under its own id", async () => {
    const kernel = await kernelWith([
      plugin("skills", (k) =>
        k
          .declareSection({
            id: "skill",
            stability: "task",
            survives: "essential",
            instances: ({ loadedSkills }) => loadedSkills,
          })
          .in.tap("skills", ({ instance }) => `Body of ${instance}.`),
      ),
    ]);
    const window = await kernel.assemble({ ...stateOf(conversation()), loadedSkills: ["git", "sql"] });
    expect(window.sections.map(({ id }) => id)).toEqual(["system_prompt", "skill:git", "skill:sql"]);
  });

  it("refuses a rendering that loses or invents a call, with the plugin's name", async () => {
    const other: InputItem = { kind: "tool_call", callId: "other", name: "x", arguments: "" };
    for (const result of [[], [other], "text"] as const) {
      const kernel = await kernelWith([
        plugin("bad", (k) =>
          k.hooks.section.history.in.tap("bad", ({ entry }) => (entry?.item.kind === "tool_call" ? result : undefined)),
        ),
      ]);
      await expect(kernel.assemble(stateOf(conversation().call("a").result("b")))).rejects.toMatchObject({
        code: "INVALID_RESULT",
        plugin: "bad",
      });
    }
  });

  it("can hold the plan behind the history, where it changes without breaking the prefix", async () => {
    let plan = "step 1";
    const kernel = await kernelWith([plugin("plan", (k) => k.hooks.section.plan.in.tap("plan", () => plan))], {
      order: ["tool_results", "plan"],
    });
    const state = stateOf(conversation().user("a").call("t").result("r"));
    const before = inputOf(await kernel.assemble(state));
    plan = "step 2";
    const after = inputOf(await kernel.assemble(state));
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(after[3]).toContain("step 2");
  });
});

describe("two tasks, and two branches of one, in one kernel", () => {
  it("do not disturb each other", async () => {
    const kernel = await kernelWith();
    const trunk = stateOf(conversation().user("a").assistant("b"));
    const left = append(trunk, conversation().user("left").items);
    const right = append(trunk, conversation().user("right").assistant("c").items);
    for (const state of [left, right, trunk, right, left]) {
      const fresh = await (await kernelWith()).assemble(state);
      expect(inputOf(await kernel.assemble(state))).toEqual(inputOf(fresh));
    }
    const both = await Promise.all([left, right, trunk].map((state) => kernel.assemble(state)));
    expect(both.map(({ input }) => input.length)).toEqual([3, 4, 2]);
  });
});
