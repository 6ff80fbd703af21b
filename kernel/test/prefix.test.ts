import { append, createState, type EventMap, type ToolDefinition } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith, plugin } from "./minimal-kernel.ts";

const talk = conversation().user("go");

describe("a change of the static prefix", () => {
  it("fault 22: is told with the first byte of UTF-8 that differs, also within a character", async () => {
    const texts = ["naïve é", "naïve è", "naïve 😀", "naïve 🐀", "naïve"];
    const seen: EventMap["prefixChanged"][] = [];
    let at = 0;
    const kernel = await kernelWith([
      plugin("clock", (k) => {
        k.hooks.section.system_prompt.in.tap("clock", () => texts[at] ?? "");
        k.events.prefixChanged.tap("clock", (event) => void seen.push(event));
      }),
    ]);
    for (; at < texts.length; at += 1) await kernel.prepare(append(createState({ taskId: "t" }), talk.items));
    expect(seen.map(({ offset }) => offset)).toEqual([8, 7, 9, 6]);
    expect(seen.every(({ before, after }) => before.isWellFormed() && after.isWellFormed())).toBe(true);
  });
});

describe("the tool list", () => {
  it("fault 26, fault 29: holds no lone surrogate and no NUL: JSON would hide them in an escape", async () => {
    const tool = { name: "a", description: "half \ud83d, NUL \0", parameters: { "k\udc00": "\ud800" } };
    const kernel = await kernelWith();
    const { window } = await kernel.prepare(createState({ taskId: "t", tools: [tool] }));
    expect(window.tools).toEqual([
      { name: "a", description: "half \ufffd, NUL \u2400", parameters: { "k\ufffd": "\ufffd" } },
    ]);
  });

  it("fault 63: is compared anew at every call, also where the harness offers one list that it changes", async () => {
    const held: EventMap["toolsHeld"][] = [];
    const kernel = await kernelWith([
      plugin("watch", ({ events }) => events.toolsHeld.tap("watch", (event) => void held.push(event))),
    ]);
    const tools: ToolDefinition[] = [{ name: "a", parameters: {} }];
    const { state } = await kernel.prepare(append(createState({ taskId: "t" }), talk.items), { tools });
    await kernel.prepare(state, { tools });
    tools.push({ name: "b", parameters: {} });
    await kernel.prepare(state, { tools });
    expect(held).toMatchObject([{ added: ["b"], missing: [], changed: [] }]);
  });
});
