import { type KeepResult, PluginError } from "@varve/kernel";
import {
  agentState,
  type Conversation,
  conversation,
  keepContext,
  limits,
  tapped,
  windowOf,
} from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import plugin, { type PinOptions } from "../src/index.ts";

function talk(): Conversation {
  return conversation()
    .user("Mend the import of March.")
    .exchange("run", { script: "import" }, "exit code 1")
    .assistant("It fails on empty rows.")
    .exchange("read", { path: "src/import.ts" }, "const rows = parse(file);")
    .user("Then mend it.")
    .exchange("edit", { path: "src/import.ts" }, "done");
}

async function pinsOf(
  given: Conversation,
  options: PinOptions,
  keep: KeepResult = { sections: ["task"] },
  targetTokens = 3_750,
) {
  const context = keepContext({
    window: windowOf(given),
    state: agentState({ history: given.entries() }),
    limits: limits({ targetTokens }),
  });
  const result = await (await tapped(plugin, options)).call("compaction.keep.post", keep, context);
  if (typeof result !== "object" || result === null || !("pins" in result)) throw new Error("no keep");
  return result;
}

/** A conversation whose call of `run` ends like this, one result after another. */
function runs(...outcomes: readonly (readonly [args: object, isError: boolean])[]): Conversation {
  const given = conversation().user("go");
  for (const [index, [args, isError]] of outcomes.entries()) {
    const callId = `c${index}`;
    given.call("run", args, callId);
    given.item({ kind: "tool_result", callId, parts: [{ kind: "text", text: "x" }], ...(isError ? { isError } : {}) });
  }
  return given.user("on");
}

describe("pins", () => {
  it("are added to whatever keep answered, behind it, with what it pinned and said", async () => {
    expect((await tapped(plugin, { first_request: true })).taps("compaction.keep.post")).toEqual([
      "@varve/keep-pinned@0",
    ]);
    const keep = {
      sections: ["task", "plan"],
      pins: talk()
        .entries()
        .slice(3, 4)
        .map(({ id }) => id),
      reason: "all",
    };
    expect(await pinsOf(talk(), { first_request: true }, keep)).toEqual({
      sections: ["task", "plan"],
      pins: ["e4", "e1"],
      reason: "all; pins 1",
    });
  });

  it("the first request is the user's first message", async () => {
    expect(await pinsOf(conversation().assistant("Hello.").user("Do it."), { first_request: true })).toMatchObject({
      pins: ["e2"],
    });
  });

  it("what matches an expression is pinned, in messages, arguments and results alike", async () => {
    expect(await pinsOf(talk(), { matching: ["exit code [1-9]", "(?i)SRC/import"] })).toMatchObject({
      pins: ["e3", "e5", "e8"],
    });
  });

  it("an expression that runs away elsewhere takes no time here", async () => {
    const given = conversation().user("a".repeat(50_000)).user("on");
    const begun = performance.now();
    expect(await pinsOf(given, { matching: ["(a+)+$x"] })).toMatchObject({ pins: [] });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it("an expression that cannot be read is refused when the plugin is applied, with the remedy", async () => {
    await expect(tapped(plugin, { matching: ["(?=a)"] })).rejects.toThrow(PluginError);
    await expect(tapped(plugin, { matching: ["("] })).rejects.toThrow("It is read as RE2");
  });

  it("an error is pinned until the same call with the same arguments succeeds; of several the newest is", async () => {
    const unresolved = { unresolved_errors: true };
    expect(await pinsOf(runs([{ a: 1 }, true]), unresolved)).toMatchObject({ pins: ["e3"] });
    expect(await pinsOf(runs([{ a: 1 }, true], [{ a: 1 }, true]), unresolved)).toMatchObject({ pins: ["e5"] });
    expect(await pinsOf(runs([{ a: 1 }, true], [{ a: 1 }, false]), unresolved)).toMatchObject({ pins: [] });
    expect(await pinsOf(runs([{ a: 1 }, true], [{ a: 2 }, false]), unresolved)).toMatchObject({ pins: ["e3"] });
    expect(await pinsOf(runs([{ a: 1 }, false], [{ a: 1 }, true]), unresolved)).toMatchObject({ pins: ["e5"] });
  });

  it("the last exchanges are pinned whole", async () => {
    expect(await pinsOf(talk(), { last_exchanges: 2 })).toMatchObject({ pins: ["e7", "e8", "e9"] });
  });

  it("never take more than there is room for: the newest stay, and what is left out is said", async () => {
    const given = conversation()
      .user(`keep ${"x".repeat(4_000)}`)
      .user("keep this")
      .user("keep that");
    expect(await pinsOf(given, { matching: ["keep"] }, undefined, 1_000)).toMatchObject({
      pins: ["e2", "e3"],
      reason: "pins 2, and has no room for 1 more",
    });
    expect(await pinsOf(given, { matching: ["keep"], most_tokens: 5_000 })).toMatchObject({ pins: ["e1", "e2", "e3"] });
  });

  it("nothing is pinned of an empty history", async () => {
    expect(
      await pinsOf(conversation(), { first_request: true, last_exchanges: 3, unresolved_errors: true }),
    ).toMatchObject({ pins: [] });
  });
});
