import { text } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { called, claudeSession, said, thought } from "./claude-session.ts";
import { callsOf, lines } from "./recorded.ts";

const usage = { input_tokens: 10, cache_read_input_tokens: 900, cache_creation_input_tokens: 90, output_tokens: 7 };

describe("a Claude Code session", () => {
  it("is recognised by its records and named by its session id", async () => {
    const recording = await lines(
      claudeSession()
        .user("fix it")
        .answer("m1", [said("done")]).records,
    );

    expect(recording.format).toBe("claude_code");
    expect(recording.recognisedBy).toContain("uuid");
    expect(recording.taskId).toBe("session-1");
    expect(recording.goal).toBe("fix it");
    expect(recording.problems).toEqual([]);
  });

  it("takes the records of one message id for one answer and counts its usage once", async () => {
    const session = claudeSession()
      .user("fix it")
      .answer("m1", [thought("hm")], { usage: { ...usage, output_tokens: 1 } })
      .answer("m1", [said("I read it")], { usage: { ...usage, output_tokens: 1 } })
      .answer("m1", [called("c1")], { usage });
    const { calls, items } = await lines(session.records);

    expect(items.map(({ kind }) => kind)).toEqual(["message", "reasoning", "message", "tool_call"]);
    expect(calls).toEqual([
      {
        at: 1,
        produced: 3,
        model: "claude-1",
        usage: { inputTokens: 1_000, cachedTokens: 900, cacheWriteTokens: 90, outputTokens: 7, reasoningTokens: 0 },
      },
    ]);
  });

  it("fault 9: cached and cache-written tokens are part of the input and added once", async () => {
    const session = claudeSession()
      .user("hi")
      .answer("m1", [said("ho")], {
        usage: { input_tokens: 1, cache_read_input_tokens: 38_153, cache_creation_input_tokens: 42, output_tokens: 5 },
      });
    const { calls } = await lines(session.records);

    expect(calls[0]?.usage).toMatchObject({ inputTokens: 38_196, cachedTokens: 38_153, cacheWriteTokens: 42 });
  });

  it("keeps an answer together where a tool result was recorded between its parts", async () => {
    const session = claudeSession()
      .user("read both")
      .answer("m1", [called("c1")])
      .result("c1", "one")
      .answer("m1", [called("c2")])
      .result("c2", "two")
      .answer("m2", [said("done")]);
    const recording = await lines(session.records);

    expect(recording.items.map((item) => ("callId" in item ? `${item.kind} ${item.callId}` : item.kind))).toEqual([
      "message",
      "tool_call c1",
      "tool_call c2",
      "tool_result c1",
      "tool_result c2",
      "message",
    ]);
    expect(callsOf(recording)).toEqual([
      [1, 2],
      [5, 1],
    ]);
  });

  it("tells two answers apart by their ids although nothing stands between them", async () => {
    const session = claudeSession()
      .user("go on")
      .answer("m1", [said("one")])
      .answer("m2", [said("two")]);

    expect(callsOf(await lines(session.records))).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it("reads results that are texts, lists with images and references, or missing, and the error flag", async () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    const session = claudeSession()
      .user("go")
      .answer("m1", [called("c1"), called("c2"), called("c3")])
      .result("c1", "plain", { is_error: true })
      .result("c2", [said("seen"), image, { type: "tool_reference", tool_name: "grep" }])
      .result("c3", undefined);
    const { items } = await lines(session.records);

    expect(items.slice(4)).toEqual([
      { kind: "tool_result", callId: "c1", parts: [text("plain")], isError: true },
      {
        kind: "tool_result",
        callId: "c2",
        parts: [
          text("seen"),
          { kind: "image", source: { kind: "base64", mediaType: "image/png", data: "AAAA" } },
          { kind: "data", data: { type: "tool_reference", tool_name: "grep" } },
        ],
        extra: { provider: "anthropic", fields: { content: [{}, {}, { type: "tool_reference" }] } },
      },
      { kind: "tool_result", callId: "c3", parts: [] },
    ]);
  });

  it("keeps a server's tool use and its result in the answer", async () => {
    const use = { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } };
    const found = { type: "web_search_tool_result", tool_use_id: "s1", content: [] };
    const recording = await lines(
      claudeSession()
        .user("search")
        .answer("m1", [use, found, said("found")]).records,
    );

    expect(recording.items.slice(1, 3)).toEqual([
      { kind: "opaque", provider: "anthropic", model: "claude-1", data: use },
      { kind: "opaque", provider: "anthropic", model: "claude-1", data: found },
    ]);
    expect(callsOf(recording)).toEqual([[1, 3]]);
  });

  it("counts the records that are no messages, without a problem", async () => {
    const session = claudeSession()
      .add({ type: "file-history-snapshot" })
      .add({ type: "system", subtype: "stop_hook_summary" })
      .add({ type: "attachment", attachment: { type: "hook_success" } })
      .add({ type: "attachment", attachment: { type: "nested_memory" } })
      .user("hello");
    const recording = await lines([...session.records, { type: "summary", summary: "A talk", leafUuid: "u5" }]);

    expect(recording.problems).toEqual([]);
    expect(recording.leftOut.map(({ count, what }) => `${count} ${what}`)).toEqual([
      "1 file-history-snapshot records",
      "1 system records",
      "2 attachment records",
      "1 summary records",
    ]);
  });

  it("takes what was typed while the model was at work from its attachment", async () => {
    const queued = (prompt: string, commandMode: string) => ({
      type: "attachment",
      attachment: { type: "queued_command", prompt, commandMode },
    });
    const session = claudeSession()
      .add(queued("job 7 is done", "task-notification"))
      .add(queued("and the tests too", "prompt"));
    const { items, goal } = await lines(session.records);

    expect(items).toEqual([
      { kind: "message", role: "user", parts: [text("job 7 is done")] },
      { kind: "message", role: "user", parts: [text("and the tests too")] },
    ]);
    expect(goal).toBe("and the tests too");
  });

  it("leaves the conversations of subagents out and says so", async () => {
    const session = claudeSession()
      .user("delegate")
      .user("you are a subagent", { isSidechain: true })
      .answer("s1", [said("side")], { isSidechain: true })
      .answer("m1", [said("done")]);
    const recording = await lines(session.records);

    expect(recording.items).toHaveLength(2);
    expect(recording.leftOut).toEqual([expect.objectContaining({ what: "sidechain records", count: 2 })]);
  });

  it("reads a subagent's own file, in which every record is of the side, under a name of its own", async () => {
    const side = { isSidechain: true, agentId: "7f" };
    const session = claudeSession()
      .user("look around", side)
      .answer("s1", [said("seen")], side);
    const recording = await lines(session.records);

    expect(recording.items).toHaveLength(2);
    expect(recording.taskId).toBe("session-1-7f");
  });

  it("keeps the conversation that the recorded harness compacted, and leaves its summary out", async () => {
    const session = claudeSession()
      .user("begin")
      .answer("m1", [said("begun")])
      .add({ type: "system", subtype: "compact_boundary", parentUuid: null, logicalParentUuid: "u2" })
      .user("This session is being continued …", { isCompactSummary: true, isVisibleInTranscriptOnly: true })
      .answer("m2", [said("going on")]);
    const recording = await lines(session.records);

    expect(recording.items.map((item) => (item.kind === "message" ? item.parts : []))).toEqual([
      [text("begin")],
      [text("begun")],
      [text("going on")],
    ]);
    expect(recording.leftOut).toContainEqual(expect.objectContaining({ what: "compaction summaries", count: 1 }));
    expect(recording.problems).toEqual([]);
  });

  it("keeps the summary where a file begins with it, but does not take it for the request", async () => {
    const session = claudeSession()
      .add({ type: "system", subtype: "compact_boundary", parentUuid: null, logicalParentUuid: "elsewhere" })
      .user("This session is being continued …", { isCompactSummary: true, isVisibleInTranscriptOnly: true })
      .answer("m1", [said("going on")])
      .user("now the tests");
    const recording = await lines(session.records);

    expect(recording.items).toHaveLength(3);
    expect(recording.goal).toBe("now the tests");
    expect(recording.problems).toEqual([{ line: 1, reason: expect.stringContaining("begins in mid-session") }]);
  });

  it("keeps results whose call lies before the file's beginning, and invents none", async () => {
    const session = claudeSession()
      .add({
        type: "user",
        parentUuid: "elsewhere",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "c0", content: "late" }] },
      })
      .answer("m1", [said("seen")]);
    const recording = await lines(session.records);

    expect(recording.items[0]).toEqual({ kind: "tool_result", callId: "c0", parts: [text("late")] });
    expect(callsOf(recording)).toEqual([[1, 1]]);
    expect(recording.problems).toHaveLength(1);
  });

  it("leaves out of the calls an answer that begins the file", async () => {
    const session = claudeSession()
      .answer("m0", [said("…")])
      .user("next")
      .answer("m1", [said("done")]);
    const recording = await lines(session.records);

    expect(callsOf(recording)).toEqual([[2, 1]]);
    expect(recording.leftOut).toEqual([expect.objectContaining({ what: "model calls", count: 1 })]);
  });

  it("reads a record once where resuming repeated it, and a good record whose uuid a damaged one had", async () => {
    const session = claudeSession()
      .user("hello")
      .add({ type: "user", uuid: "again", message: "error" })
      .user("really", { uuid: "again" })
      .user("hello", { uuid: "u1" });
    const recording = await lines(session.records);

    expect(recording.items).toHaveLength(2);
    expect(recording.problems).toEqual([{ line: 2, reason: expect.stringContaining("no content") }]);
    expect(recording.leftOut).toEqual([expect.objectContaining({ what: "repeated records", count: 1 })]);
  });

  it("takes an answer that the harness wrote itself for no call, and a notice of a failed call for nothing", async () => {
    const session = claudeSession()
      .user("/exit")
      .answer("x1", [said("No response requested.")], { model: "<synthetic>" })
      .answer("x2", [said("API Error: 529")], { model: "<synthetic>", isApiErrorMessage: true })
      .user("hello")
      .answer("m1", [said("hi")]);
    const recording = await lines(session.records);

    expect(recording.items).toHaveLength(4);
    expect(callsOf(recording)).toEqual([[3, 1]]);
    expect(recording.leftOut).toEqual([expect.objectContaining({ what: "notices of failed calls", count: 1 })]);
  });

  it("says once an answer that tokens of a provider's compaction pass stand beside its usage", async () => {
    const compacted = { ...usage, iterations: [{ type: "compaction", input_tokens: 90_000 }, { type: "message" }] };
    const session = claudeSession()
      .user("go")
      .answer("m1", [said("a")], { usage: compacted })
      .answer("m1", [said("b")], { usage: compacted });
    const recording = await lines(session.records);

    expect(recording.calls[0]?.usage?.inputTokens).toBe(1_000);
    expect(recording.leftOut).toEqual([
      expect.objectContaining({ what: "compaction passes of the provider", count: 1 }),
    ]);
  });

  it("reports values that are no records by their lines and reads the rest", async () => {
    const { records } = claudeSession()
      .user("hello")
      .answer("m1", [said("hi")]);
    const recording = await lines([records[0], '"massive error"', "42", "[1]", '{"silly":"this"}', records[1]]);

    expect(recording.items).toHaveLength(2);
    expect(recording.problems.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  });
});
