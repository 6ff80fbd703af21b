import { freeze, isJsonObject, type JsonObject, type Window, type WindowItem } from "@varve/kernel";
import { conversation, windowOf } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { encoder, MODEL, sentMessages } from "./encoded.ts";

const section = (stability: "task" | "turn", ...texts: readonly string[]): WindowItem =>
  freeze({
    item: { kind: "message", role: "developer", parts: texts.map((text) => ({ kind: "text", text }) as const) },
    tokens: 10,
    stability,
    sections: texts,
  });

const TALK = () => conversation().user("go").call("a", {}, "1").result("of a", "1");

function windowWith(talk = TALK(), trailing: readonly WindowItem[] = []): Window {
  const window = windowOf(talk, { tools: [{ name: "a", parameters: { type: "object" } }] });
  return { ...window, input: [section("task", "task", "plan"), ...window.input, ...trailing] };
}

/** What stands in front of each mark, in the order of the request. */
function marked(body: JsonObject): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (!isJsonObject(value)) return;
    if (value.cache_control !== undefined)
      found.push(String(value.text ?? value.name ?? JSON.stringify(value.content)));
    for (const each of Object.values(value)) walk(each);
  };
  walk(body);
  return found;
}

describe("cache breakpoints", () => {
  it("stand at the end of the instructions, of the per-task part, of the request before and of the history", async () => {
    const talk = TALK().call("b", {}, "2").result("of b", "2");
    const { body, cacheBreakpoints } = await (await encoder())(windowWith(talk));
    expect(marked(body).map((words) => words.replace(/^\[From.*\]\n/, ""))).toEqual([
      "You are a careful engineer.",
      "plan",
      '[{"type":"text","text":"of a"}]',
      '[{"type":"text","text":"of b"}]',
    ]);
    expect(cacheBreakpoints).toEqual([0, 1, 4, 6]);
  });

  it("the last one of a request is one of the next: what was written there is found, however much a turn adds", async () => {
    const encode = await encoder();
    const talk = TALK();
    const before = (await encode(windowWith(talk))).cacheBreakpoints?.at(-1);
    for (let call = 0; call < 30; call += 1) talk.call("b", {}, `b${call}`);
    for (let call = 0; call < 30; call += 1) talk.result("x", `b${call}`);
    expect((await encode(windowWith(talk))).cacheBreakpoints).toContain(before);
  });

  it("are set in front of sections that change", async () => {
    const { cacheBreakpoints } = await (await encoder())(windowWith(TALK(), [section("turn", "clock")]));
    expect(cacheBreakpoints).toEqual([0, 1, 2, 4]);
  });

  it("stand on the last tool where there are no instructions", async () => {
    const { body } = await (await encoder())({ ...windowWith(), instructions: "" });
    expect(marked(body)[0]).toBe("a");
  });

  it("are kept for an hour where the configuration says so", async () => {
    const { body } = await (await encoder({ name: MODEL, cache_ttl: "1h" }))(windowWith());
    expect(JSON.stringify(body)).toContain('"cache_control":{"type":"ephemeral","ttl":"1h"}');
  });

  it("are never more than four, and never on thinking", async () => {
    const reasoning = { kind: "reasoning", summary: ["hm"], encrypted: "sig", provider: "anthropic" } as const;
    const talk = TALK()
      .item(reasoning)
      .assistant("so")
      .user("and?")
      .item(reasoning)
      .call("c", {}, "3")
      .result("z", "3");
    const { body } = await (await encoder())(windowWith(talk, [section("turn", "clock")]));
    expect(marked(body).length).toBeLessThanOrEqual(4);
    expect(JSON.stringify(body)).not.toMatch(/"signature":"sig","cache_control"/);
  });

  it("fault 25: the summary request begins with the last request's bytes, but for the marks", async () => {
    const encode = await encoder();
    const window = windowWith();
    const turn = await encode(window);
    const instruction = section("turn", "Summarise.");
    const summary = await encode(
      { ...window, input: [...window.input, instruction] },
      { purpose: "summary", toolChoice: "none", maxOutputTokens: 900 },
    );
    const { messages: before, max_tokens: _, ...head } = turn.body;
    const { messages: after, max_tokens: __, ...summaryHead } = summary.body;
    expect(JSON.stringify(summaryHead)).toBe(JSON.stringify(head));
    const blocks = sentMessages({ messages: before }).flatMap(({ content }) => content);
    const sent = sentMessages({ messages: after }).flatMap(({ content }) => content);
    expect(JSON.stringify(sent.slice(0, -1))).toBe(JSON.stringify(blocks));
    // What the request before wrote at its end is read there.
    expect(summary.cacheBreakpoints).toContain(turn.cacheBreakpoints?.at(-1));
  });

  it("fault 24: move, while what they stand on stays: a grown request has the earlier one's blocks as its beginning", async () => {
    const encode = await encoder();
    const talk = TALK();
    const before = sentMessages((await encode(windowWith(talk))).body).flatMap(({ content }) => content);
    talk.assistant("so").user("and?");
    const after = sentMessages((await encode(windowWith(talk))).body).flatMap(({ content }) => content);
    expect(JSON.stringify(after.slice(0, before.length))).toBe(JSON.stringify(before));
  });
});
