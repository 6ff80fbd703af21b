import { type AgentState, append, createState, isEntryId, type Kernel, type SummariseResult } from "@varve/kernel";
import { type Conversation, conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { kernelWith, plugin } from "./minimal-kernel.ts";

function stateOf(talk: Conversation): AgentState {
  return append(createState({ taskId: "t" }), talk.items);
}

function summarisedBy(answer: (state: AgentState) => SummariseResult): Promise<Kernel> {
  return kernelWith([
    plugin("strategy", ({ hooks }) => hooks.compaction.summarise.in.tap("strategy", ({ state }) => answer(state))),
  ]);
}

const ids = (...names: string[]) => names.filter(isEntryId);

/** The kinds and call ids that stand in a window. */
function pairsIn({ input }: Awaited<ReturnType<Kernel["assemble"]>>): readonly string[] {
  return input.flatMap(({ item }) => ("callId" in item ? [`${item.kind} ${item.callId}`] : []));
}

describe("a result and the call that it answers", () => {
  const talk = conversation()
    .user("go")
    .call("grep", {}, "x")
    .result("1".repeat(400), "x")
    .result("came twice ".repeat(40), "x")
    .exchange("ls", {}, "b")
    .assistant("done");

  it("fault 1: stay together: no strategy can let a result answer another call of the same id", async () => {
    const kernel = await summarisedBy(() => ({ summary: "s", removes: ids("e3") }));
    await expect(kernel.compact(stateOf(talk))).rejects.toThrow(/e4 answer another call, e2/);
  });

  it("are rendered as they belong together in this history, also where the same entries stood in another one", async () => {
    const kernel = await kernelWith();
    const state = stateOf(talk);
    await kernel.assemble(state);
    const without = { ...state, history: state.history.filter(({ id }) => id !== "e3") };
    expect(pairsIn(await kernel.assemble(without)).slice(0, 2)).toEqual(["tool_call x", "tool_result x"]);
  });

  it("may both be shown in another form: a shortened call keeps its result", async () => {
    const long = conversation()
      .user("go")
      .exchange("write", { text: "x".repeat(2_000) }, "ok")
      .assistant("done");
    const kernel = await summarisedBy(({ history }) => ({
      removes: ids("e2"),
      replacement: history.flatMap(({ id, item }) =>
        item.kind === "tool_call" ? [{ replaces: id, item: { ...item, arguments: '{"text":"…"}' } }] : [],
      ),
    }));
    const { state, window } = await kernel.compact(stateOf(long));
    expect(pairsIn(window)).toEqual(["tool_call call_1", "tool_result call_1"]);
    expect(state.history.map(({ id }) => id)).toEqual(["e1", "e5", "e3", "e4"]);
  });
});
