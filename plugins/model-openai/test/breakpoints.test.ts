import { freeze, isJsonObject, type JsonObject, type Window, type WindowItem } from "@varve/kernel";
import { conversation, windowOf } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import type { OpenAiOptions } from "../src/index.ts";
import { encoder } from "./encoded.ts";

const section = (stability: "task" | "turn", ...texts: readonly string[]): WindowItem =>
  freeze({
    item: { kind: "message", role: "developer", parts: texts.map((text) => ({ kind: "text", text }) as const) },
    tokens: 10,
    stability,
    sections: texts,
  });

const TALK = conversation().user("go").call("a", {}, "1").result("of a", "1");
const LONGER = conversation().user("go").call("a", {}, "1").result("of a", "1").call("b", {}, "2").result("of b", "2");

function windowWith(talk: typeof TALK, trailing: readonly WindowItem[] = []): Window {
  const window = windowOf(talk);
  return { ...window, input: [section("task", "task", "plan"), ...window.input, ...trailing] };
}

/** The texts in front of a breakpoint, and the tool results. */
function markedTexts(body: JsonObject): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (!isJsonObject(value)) return;
    if (isJsonObject(value.prompt_cache_breakpoint)) found.push(String(value.text));
    for (const each of Object.values(value)) walk(each);
  };
  walk(body);
  return found;
}

const APIS: readonly NonNullable<OpenAiOptions["api"]>[] = ["responses", "chat_completions"];

describe.each(APIS)("cache breakpoints of %s", (api) => {
  const encode = async (window: Window, options: Partial<OpenAiOptions> = {}) =>
    (await encoder({ name: "gpt-6.1-sol", api, ...options }))(window);

  it("one stands at the end of the per-task part, and the provider's own at the newest item", async () => {
    const { body, cacheBreakpoints } = await encode(windowWith(TALK));
    expect(markedTexts(body)).toEqual(["plan"]);
    expect(cacheBreakpoints).toEqual([1]);
  });

  it("where what stands behind the history changes, its last item is marked, and the one that was last before", async () => {
    const { body, cacheBreakpoints } = await encode(windowWith(LONGER, [section("turn", "plan")]));
    expect(markedTexts(body)).toEqual(["plan", "of a", "of b"]);
    expect(cacheBreakpoints).toEqual([1, 4, 6]);
  });

  it("what is marked now was marked, or will be found, in the request before", async () => {
    const before = await encode(windowWith(TALK, [section("turn", "plan")]));
    const after = await encode(windowWith(LONGER, [section("turn", "plan")]));
    const last = before.cacheBreakpoints?.at(-1);
    expect(after.cacheBreakpoints).toContain(last);
  });

  it("a summary's request has one mark alone: its instruction does not come again, and the last request's bytes stay", async () => {
    const encodeFor = await encoder({ name: "gpt-6.1-sol", api });
    const window = windowWith(LONGER, [section("turn", "Summarise.")]);
    expect(markedTexts((await encodeFor(window, { purpose: "summary" })).body)).toEqual(["plan"]);
  });

  it.each([
    ["a model that is not known to take them", { name: "gpt-5" }],
    ["a server that is not OpenAI's", { base_url: "http://127.0.0.1:1/v1" }],
    ["a configuration that says so", { prompt_cache: "implicit" }],
  ] as const)("%s gets none", async (_, options) => {
    const { body, cacheBreakpoints } = await encode(windowWith(LONGER, [section("turn", "plan")]), options);
    expect(markedTexts(body)).toEqual([]);
    expect(cacheBreakpoints).toBeUndefined();
  });

  it("a server of one's own gets them where the configuration says so", async () => {
    const options = { base_url: "http://127.0.0.1:1/v1", name: "mine", prompt_cache: "breakpoints" } as const;
    expect(markedTexts((await encode(windowWith(TALK), options)).body)).toEqual(["plan"]);
  });
});
