import { type AgentState, append, createState, type InputItem, type Kernel, message } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith, plugin, tokensOf } from "./minimal-kernel.ts";

const stateOf = (taskId: string): AgentState =>
  append(createState({ taskId }), conversation().user("go").exchange("grep", {}, "a.ts:1").items);

/** A kernel that writes down what it counts, and for which model. */
async function counted(more: Parameters<typeof kernelWith>[0] = []) {
  const asked: { readonly content: string | InputItem; readonly model: string | null }[] = [];
  const kernel = await kernelWith([
    ...more,
    plugin("count", ({ hooks }) =>
      hooks.tokens.count.in.tap("count", ({ content, model }) => {
        asked.push({ content, model });
        return tokensOf(content) * (model === "dense" ? 10 : 1);
      }),
    ),
  ]);
  return { kernel, asked };
}

/** How much is counted while some work is done. */
async function countsDuring(asked: readonly unknown[], work: () => Promise<unknown>): Promise<number> {
  const before = asked.length;
  await work();
  return asked.length - before;
}

const many = (texts: (instance: string) => string | readonly InputItem[], instances: readonly string[]) =>
  plugin("many", (kernel) => {
    kernel
      .declareSection({ id: "doc", stability: "task", instances: () => instances })
      .in.tap("many", ({ instance }) => texts(instance ?? ""));
  });

describe("what a kernel remembers of a window", () => {
  it("fault 43: spares counting any section again, however many there are", async () => {
    const names = Array.from({ length: 2_000 }, (_, number) => `doc-${number}`);
    const { kernel, asked } = await counted([many((name) => `body of ${name}`, names)]);
    const { state } = await kernel.prepare(stateOf("t"));
    const next = append(state, [message("assistant", "done")]);
    expect(await countsDuring(asked, () => kernel.prepare(next))).toBe(1);
  });

  it("fault 43: is kept for each task, so that tasks in turn cost what each of them added", async () => {
    const { kernel, asked } = await counted([many((name) => name, ["shared"])]);
    const plan = (taskId: string) =>
      plugin(taskId, ({ hooks }) => hooks.section.plan.in.tap(taskId, ({ state }) => state.taskId));
    const both = await counted([plan("mine")]);
    for (const each of [kernel, both.kernel]) await inTurn(each);
    const again = (each: Kernel, log: readonly unknown[]) => countsDuring(log, () => inTurn(each));
    expect(await again(kernel, asked)).toBe(0);
    expect(await again(both.kernel, both.asked)).toBe(0);
  });

  const tasks = [stateOf("one"), stateOf("two")];
  async function inTurn(kernel: Kernel): Promise<void> {
    for (const state of tasks) await kernel.prepare(state);
  }

  it("fault 43: gives the same items for a section of items that has not changed", async () => {
    const { kernel, asked } = await counted([many((name) => [message("developer", name)], ["a", "b"])]);
    const { window, state } = await kernel.prepare(stateOf("t"));
    const next = append(state, [message("assistant", "done")]);
    let after = window;
    expect(
      await countsDuring(asked, async () => {
        after = (await kernel.prepare(next)).window;
      }),
    ).toBe(1);
    expect(window.input.every((item, index) => after.input[index] === item)).toBe(true);
  });

  it("fault 11: is of one model: another one's tokens are counted for it, and a model that comes back is remembered", async () => {
    const { kernel, asked } = await counted();
    const state = stateOf("t");
    const model = { provider: "p", name: "dense", windowTokens: 100_000, outputTokens: 1_000 };
    const plain = await kernel.prepare(state);
    const dense = await kernel.prepare(state, { model });
    expect(new Set(asked.map((each) => each.model))).toEqual(new Set([null, "dense"]));
    expect(dense.window.tokens).toBe(plain.window.tokens * 10);
    expect(dense.window.input.map(({ tokens }) => tokens)).toEqual(plain.window.input.map(({ tokens }) => tokens * 10));
    expect(await countsDuring(asked, () => kernel.prepare(state, { model }))).toBe(0);
    expect((await kernel.prepare(state)).window.tokens).toBe(plain.window.tokens);
  });
});
