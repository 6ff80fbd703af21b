import { conversation, conversations, windowOf } from "@varve/test-builders";
import fc from "fast-check";
import { expect, test } from "vitest";
import { answered, encoder, messagesOf, sentMessages } from "./encoded.ts";

function holds(property: (talk: ReturnType<typeof answered>) => Promise<void>): Promise<void> {
  return fc.assert(
    fc.asyncProperty(conversations, (items) => property(answered(items))),
    { numRuns: 400 },
  );
}

test("the speakers take turns, the user begins and ends, and no message is empty", async () => {
  await holds(async (talk) => {
    const messages = await messagesOf(talk);
    expect(messages.map(({ role }) => role)).toEqual(
      messages.map((_, index) => (index % 2 === 0 ? "user" : "assistant")),
    );
    expect(messages.at(-1)?.role).toBe("user");
    for (const { content } of messages) expect(content.length).toBeGreaterThan(0);
  });
});

test("fault 1, 77: the results of all calls stand at the very beginning of the next message, and no id comes twice", async () => {
  await holds(async (talk) => {
    const seen = new Set<unknown>();
    let due: unknown[] = [];
    for (const { role, content } of await messagesOf(talk)) {
      const results = content.filter(({ type }) => type === "tool_result").map(({ tool_use_id: id }) => id);
      if (role === "user") {
        expect(content.slice(0, results.length).every(({ type }) => type === "tool_result")).toBe(true);
        expect(results.toSorted()).toEqual(due.toSorted());
        due = [];
        continue;
      }
      expect(results).toEqual([]);
      due = content.filter(({ type }) => type === "tool_use").map(({ id }) => id);
      for (const id of due) {
        expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(seen).not.toContain(id);
        seen.add(id);
      }
    }
    expect(due).toEqual([]);
  });
});

test("fault 26, 27: no block is ill-formed, and no text is blank", async () => {
  await holds(async (talk) => {
    const messages = await messagesOf(talk);
    expect(JSON.stringify(messages).isWellFormed()).toBe(true);
    for (const { content } of messages) {
      for (const { type, text } of content) if (type === "text") expect(String(text).trim()).not.toBe("");
    }
  });
});

test("fault 24: what was sent is the beginning of what is sent next, block by block", async () => {
  const encode = await encoder();
  const blocks = async (talk: ReturnType<typeof answered>) =>
    sentMessages((await encode(windowOf(talk))).body).flatMap(({ role, content }) =>
      content.map((block) => ({ role, ...block })),
    );
  await holds(async (talk) => {
    // Both end with the user, so that neither has a request to go on.
    const before = await blocks(copyOf(talk).user("more"));
    const after = await blocks(copyOf(talk).user("more").assistant("yes").call("a", {}, "later").result("x", "later"));
    expect(after.slice(0, before.length)).toEqual(before);
  });
});

function copyOf(talk: ReturnType<typeof answered>) {
  const next = conversation();
  for (const item of talk.items) next.item(item);
  return next;
}
