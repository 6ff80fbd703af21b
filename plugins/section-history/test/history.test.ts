import { type HistoryEntry, type InputItem, message, text } from "@varve/kernel";
import { agentState, conversation, entry, sectionContext, tapped } from "@varve/test-builders";
import { expect, test } from "vitest";
import { PAST_NOTE } from "../src/history-item.ts";
import plugin from "../src/index.ts";

async function rendered(given: HistoryEntry | null, turn = 0): Promise<unknown> {
  const section = await tapped(plugin, undefined);
  return section.call(
    "section.history.in",
    sectionContext("history", { entry: given, turn, state: agentState({ turn }) }),
  );
}

const everyKind: readonly InputItem[] = [
  ...conversation().user("fix it").reasoning("look first").call("grep", '{"b":1,  "a":2}').assistant("done").items,
  { kind: "message", role: "assistant", parts: [], extra: { provider: "openai", fields: { id: "msg_1" } } },
  { kind: "opaque", provider: "openai", data: { type: "compaction", encrypted_content: "c2VhbGVk" } },
];

test("declares a section of the turn for everything but results, and taps it at the default stage", async () => {
  const section = await tapped(plugin, undefined);

  expect(section.sections).toEqual([
    { id: "history", stability: "turn", entries: ["message", "tool_call", "reasoning", "opaque"] },
  ]);
  expect(section.taps("section.history.in")).toEqual(["@varve/section-history@1000"]);
});

test.each(everyKind.map((item) => [item.kind, item] as const))(
  "fault 24: an item goes back as it came, the very object (%s)",
  async (_, item) => {
    const result = await rendered(entry(1, item), 30);

    expect(result).toEqual([item]);
    expect(Array.isArray(result) && result[0] === item).toBe(true);
  },
);

test("fault 50: an old request that was kept is marked as past, with all its parts behind the mark", async () => {
  const item: InputItem = {
    kind: "message",
    role: "user",
    parts: [text("delete the branch"), { kind: "image", source: { kind: "file_id", id: "file_1" } }],
  };

  expect(await rendered(entry(1, item, { past: true }))).toEqual([
    { ...item, parts: [text(PAST_NOTE), ...item.parts] },
  ]);
  expect(PAST_NOTE).toMatch(/before the summary.*has been dealt with/);
});

test("fault 50: the request that is being worked on carries no mark", async () => {
  const item = message("user", "delete the branch");

  expect(await rendered(entry(2, item))).toEqual([item]);
});

test.each(
  everyKind
    .filter((item) => item.kind !== "message" || item.role === "assistant")
    .map((item) => [item.kind, item] as const),
)("what a provider made stays byte for byte even when it is past (%s)", async (_, item) => {
  expect(await rendered(entry(1, item, { past: true }))).toEqual([item]);
});

test("without an entry there is nothing to render", async () => {
  expect(await rendered(null)).toEqual([]);
});
