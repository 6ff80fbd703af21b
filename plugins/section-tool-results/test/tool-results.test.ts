import { type HistoryEntry, type Part, type ToolResult, text } from "@varve/kernel";
import { agentState, conversation, entry, sectionContext, tapped } from "@varve/test-builders";
import { expect, test } from "vitest";
import plugin, { type ToolResultsOptions } from "../src/index.ts";
import { ERROR_LINE, NO_OUTPUT } from "../src/result-item.ts";

const picture: Part = { kind: "image", source: { kind: "base64", mediaType: "image/png", data: "A".repeat(5_000) } };

function result(parts: string | readonly Part[], more: Partial<ToolResult> = {}): HistoryEntry {
  return entry(2, {
    kind: "tool_result",
    callId: "call_1",
    parts: typeof parts === "string" ? [text(parts)] : parts,
    ...more,
  });
}

async function rendered(given: HistoryEntry | null, options: ToolResultsOptions = {}, turn = 0): Promise<unknown> {
  const section = await tapped(plugin, options);
  const context = sectionContext("tool_results", { entry: given, toolName: "grep", turn, state: agentState({ turn }) });
  return section.call("section.tool_results.in", context);
}

/** The texts of the one result that is rendered. */
async function texts(given: HistoryEntry, options: ToolResultsOptions = {}): Promise<readonly string[]> {
  return (await partsOf(given, options)).map((part) => (part.kind === "text" ? part.text : `<${part.kind}>`));
}

async function partsOf(given: HistoryEntry, options: ToolResultsOptions = {}): Promise<readonly Part[]> {
  const items = await rendered(given, options);
  if (!Array.isArray(items) || items.length !== 1) throw new Error("expected one item");
  return items[0].parts;
}

test("declares a section of the turn for results, and taps it at the default stage", async () => {
  const section = await tapped(plugin, {});

  expect(section.sections).toEqual([{ id: "tool_results", stability: "turn", entries: ["tool_result"] }]);
  expect(section.taps("section.tool_results.in")).toEqual(["@varve/section-tool-results@1000"]);
});

test("a result within the bound is the very object that it was", async () => {
  const given = result([text("a.ts:1"), { kind: "data", data: { hits: 1 } }, picture]);
  const items = await rendered(given);

  expect(Array.isArray(items) && items[0] === given.item).toBe(true);
});

test("fault 29: a long result shows its beginning and its end, and says how much was left out", async () => {
  const given = result(`${"a".repeat(300)}${"b".repeat(300)}`);

  expect(await texts(given, { max_characters: 201 })).toEqual([
    `${"a".repeat(101)}\n[399 of 600 characters left out here: a result shows at most 201. If they matter, ask for a narrower part.]\n${"b".repeat(100)}`,
  ]);
});

test("fault 29: 10 MB on one line are bounded by the default, in linear time", async () => {
  const given = result("x".repeat(10_000_000));
  const begun = performance.now();
  const [shown = ""] = await texts(given);

  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(shown.length).toBeLessThan(200_200);
  expect(shown).toContain("[9800000 of 10000000 characters left out here");
});

test("fault 29: the bytes of a binary are left out, and it is said so", async () => {
  const bytes = new Uint8Array(20_000).map((_, index) => (index * 7919) % 256);
  const noise = `\u007fELF${new TextDecoder().decode(bytes)}`;
  const [shown = ""] = await texts(result(noise));

  expect(shown.startsWith("\u007fELF")).toBe(true);
  expect(shown).toMatch(/\[\d+ of \d+ characters left out here: they look like binary data/);
  expect(shown.length).toBeLessThan(500);
});

test.each([
  ["coloured terminal output", "\u001b[31mFAIL\u001b[0m src/a.test.ts\n".repeat(200)],
  ["a list separated by NUL", "src/some/long/path.ts\0".repeat(200)],
  ["Korean text", "안녕하세요. 설정 파일을 읽었습니다.\n".repeat(200)],
  ["a short run of broken bytes", "\ufffd".repeat(200)],
])("fault 29: %s is no binary", async (_, content) => {
  expect(await texts(result(content))).toEqual([content]);
});

test.each([100, 101, 102, 103])("fault 26: a cut never halves a surrogate pair (bound %i)", async (max_characters) => {
  for (const lead of ["", "x"]) {
    const [shown = ""] = await texts(result(lead + "🌊".repeat(500)), { max_characters });
    const [, leftOut = 0, total = 0] = /\[(\d+) of (\d+) characters/.exec(shown)?.map(Number) ?? [];
    const kept = shown.replace(/\n\[.*\]\n/, "");

    expect(shown.isWellFormed()).toBe(true);
    expect(kept.length).toBeLessThanOrEqual(max_characters);
    expect(kept.length + leftOut).toBe(total);
  }
});

test("fault 26: a binary's ends are cut between code points", async () => {
  const [shown = ""] = await texts(result(`x${"🌊\ufffd".repeat(500)}`));

  expect(shown).toContain("look like binary data");
  expect(shown.isWellFormed()).toBe(true);
});

test.each([
  ["no parts", []],
  ["an empty text", [text("")]],
  ["white space", [text("\n"), text(" ")]],
])("fault 27: a result of %s is a valid result that says so", async (_, parts) => {
  expect(await rendered(result(parts))).toEqual([{ kind: "tool_result", callId: "call_1", parts: [text(NO_OUTPUT)] }]);
});

test("fault 27: an empty text beside a picture is dropped, the picture stays", async () => {
  expect(await partsOf(result([text(""), picture]))).toEqual([picture]);
});

test("an error says so in its first line and keeps its flag", async () => {
  const given = result("no such file", { isError: true });

  expect(await rendered(given)).toEqual([{ ...given.item, parts: [text(`${ERROR_LINE}\nno such file`)] }]);
  expect(await texts(result([picture], { isError: true }))).toEqual([ERROR_LINE, "<image>"]);
  expect(await texts(result("", { isError: true }))).toEqual([`${ERROR_LINE}\n${NO_OUTPUT}`]);
});

test("pictures and files are neither counted nor left out, and keep their places", async () => {
  const file: Part = { kind: "file", name: "log.txt", source: { kind: "url", url: "https://example.test/log.txt" } };
  const given = result([text("a".repeat(400)), picture, text("b".repeat(400)), file, text("c".repeat(400))]);

  const parts = await partsOf(given, { max_characters: 100 });

  expect(parts.map(({ kind }) => kind)).toEqual(["text", "image", "file", "text"]);
  expect(parts[1]).toBe(picture);
  expect(parts[0]).toEqual(text(`${"a".repeat(50)}\n${note(1_100, 1_200)}`));
  expect(parts[3]).toEqual(text("c".repeat(50)));
});

test("a bound that falls between two parts leaves the middle out and loses no count", async () => {
  const given = result([text("a".repeat(50)), text("b".repeat(70)), text("c".repeat(50))]);

  expect(await texts(given, { max_characters: 100 })).toEqual(["a".repeat(50), note(70, 170), "c".repeat(50)]);
});

test("data stays data where it fits, and becomes bounded text where it does not", async () => {
  const small: Part = { kind: "data", data: { b: 1, a: 2 } };
  const large: Part = { kind: "data", data: { rows: "r".repeat(1_000) } };

  expect(await partsOf(result([small]), { max_characters: 100 })).toEqual([small]);
  const [shown = ""] = await texts(result([large]), { max_characters: 100 });
  expect(shown.startsWith('{"rows":"rrr')).toBe(true);
  expect(shown.endsWith('rrr"}')).toBe(true);
});

test("fault 24: a result is never cut anew: its bytes depend on it and the bound alone", async () => {
  const [, given] = conversation().exchange("grep", {}, "x".repeat(1_000)).entries();
  if (given === undefined) throw new Error("expected a result");

  const early = await rendered(given, { max_characters: 100 }, 1);
  expect(JSON.stringify(await rendered(given, { max_characters: 100 }, 90))).toBe(JSON.stringify(early));
});

test("without an entry there is nothing to render", async () => {
  expect(await rendered(null)).toEqual([]);
});

function note(leftOut: number, total: number): string {
  return `[${leftOut} of ${total} characters left out here: a result shows at most 100. If they matter, ask for a narrower part.]`;
}
