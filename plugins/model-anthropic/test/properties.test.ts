import { freeze, type InputItem, type WindowItem } from "@varve/kernel";
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

test("no result and no message is lost, in whatever order they come", async () => {
  await fc.assert(
    fc.asyncProperty(conversations, async (items) => {
      const said = items.map((item, index): InputItem => {
        const told = item.kind === "message" || item.kind === "tool_result";
        return told ? { ...item, parts: [{ kind: "text", text: `said-${index}.` }] } : item;
      });
      const sent = JSON.stringify(await messagesOf(answered(said)));
      for (const [index, item] of said.entries()) if ("parts" in item) expect(sent).toContain(`said-${index}.`);
    }),
    { numRuns: 400 },
  );
});

const section = (stability: "task" | "turn", words: string): WindowItem =>
  freeze({
    item: { kind: "message", role: "developer", parts: [{ kind: "text", text: words }] },
    tokens: 1,
    stability,
    sections: [words],
  });

test("there are four marks for the cache at most, none of them on thinking, and each is told of", async () => {
  const encode = await encoder();
  await holds(async (talk) => {
    const window = windowOf(talk, { tools: [{ name: "a", parameters: { type: "object" } }] });
    const input = [section("task", "task"), ...window.input, section("turn", "clock")];
    const { body, cacheBreakpoints = [] } = await encode({ ...window, input });
    const blocks = [body.tools, body.system, body.messages].flat().flatMap((each) => JSON.parse(JSON.stringify(each)));
    const marked = [...blocks, ...blocks.flatMap(({ content = [] }) => content)].filter(
      ({ cache_control: mark }) => mark !== undefined,
    );
    expect(marked.length).toBeLessThanOrEqual(4);
    expect(marked.map(({ type }) => type)).not.toContain("thinking");
    expect(cacheBreakpoints.length).toBe(marked.length);
    expect(cacheBreakpoints).toEqual(cacheBreakpoints.toSorted((a, b) => a - b));
  });
});

test("fault 65: the same window is the same bytes, from an encoder that has seen others and from one that has not", async () => {
  const seasoned = await encoder();
  await holds(async (talk) => {
    const window = windowOf(talk);
    expect(JSON.stringify((await seasoned(window)).body)).toBe(JSON.stringify((await (await encoder())(window)).body));
  });
});

function copyOf(talk: ReturnType<typeof answered>) {
  const next = conversation();
  for (const item of talk.items) next.item(item);
  return next;
}
