import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { unreadable } from "../src/file-bytes.ts";
import { readRecording, TranscriptError } from "../src/index.ts";
import { linesOf } from "../src/lines.ts";
import { fileOf, lines, recorded } from "./recorded.ts";

const asked = '{"type":"message","role":"user","content":[{"type":"input_text","text":"fix it"}]}';
const answered = '{"type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]}';

describe("a JSONL file", () => {
  it("fault 36: with a truncated last line is read up to it, and the damage is said with its line", async () => {
    const recording = await recorded(`${asked}\n${answered}\n{"type":"mess`);

    expect(recording.items).toHaveLength(2);
    expect(recording.problems).toEqual([
      { line: 3, reason: expect.stringContaining("column 14 it ends inside a string") },
    ]);
  });

  it("fault 36: with a damaged first line, or a run of NUL bytes after a crash, loses those lines only", async () => {
    const recording = await recorded(`nt":"x"}\n${asked}\n${"\0".repeat(64)}\n${answered}\n`);

    expect(recording.items).toHaveLength(2);
    expect(recording.problems.map(({ line }) => line)).toEqual([1, 3]);
  });

  it("may have a byte order mark, carriage returns, blank lines and no line feed at its end", async () => {
    const recording = await recorded(`\ufeff\r\n${asked}\r\n\r\n  \r\n${answered}`);

    expect(recording.items).toHaveLength(2);
    expect(recording.problems).toEqual([]);
  });

  it("fault 29: with bytes that are no UTF-8 is read, and the replacement is said", async () => {
    const [before = "", after = ""] = asked.split("fix");
    const bytes = Buffer.concat([
      Buffer.from(`${answered}\n${before}`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`${after}\n`),
    ]);
    const recording = await recorded(bytes);

    expect(recording.items[1]).toMatchObject({ parts: [{ text: "\ufffd\ufffd it" }] });
    expect(recording.problems).toEqual([{ line: 2, reason: expect.stringContaining("no UTF-8") }]);
  });

  it("is split at line feeds alone, not at the other ends of lines that JSON text may hold", async () => {
    const recording = await recorded(`${asked.replace("fix it", "a\u2028b\u2029c\u0085d")}\n${answered}\n`);

    expect(recording.goal).toBe("a\u2028b\u2029c\u0085d");
  });

  it("may have lines of many megabytes, with characters that lie across the pieces in which it is read", async () => {
    const long = "é".repeat(2_000_001);
    const recording = await recorded(`${answered} \n${asked.replace("fix it", long)}\n`);

    expect(recording.items[1]).toMatchObject({ parts: [{ text: long }] });
    expect(recording.problems).toEqual([]);
  });

  it("with a line that no string can hold loses that line only", async () => {
    async function* bytes() {
      yield Buffer.from("[1]\n[2,2");
      yield Buffer.from(",2,2,2]\n[3]");
    }
    const read = [];
    for await (const line of linesOf(bytes(), 8)) read.push(line);

    expect(read).toEqual([
      { number: 1, text: "[1]", damage: null },
      { number: 2, text: "", damage: expect.stringContaining("11 bytes") },
      { number: 3, text: "[3]", damage: null },
    ]);
  });

  it("with a value nested without end loses that line only", async () => {
    const recording = await recorded(`${asked}\n{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}\n${answered}\n`);

    expect(recording.items).toHaveLength(2);
    expect(recording.problems).toEqual([{ line: 2, reason: expect.stringContaining("levels deep") }]);
  });

  it("does not list more problems than anybody reads", async () => {
    const { problems } = await lines([asked, ...Array.from({ length: 1_500 }, () => "{")]);

    expect(problems).toHaveLength(1_001);
    expect(problems.at(-1)?.reason).toContain("500 more");
  });
});

describe("a file that is no recording is refused with what it is", () => {
  it.each([
    ["empty", "", "it is empty"],
    ["blank", "\ufeff \n\n", "it is empty"],
    ["a PNG image", Buffer.from("89504e470d0a1a0a00", "hex"), "a PNG image"],
    ["compressed", gzipSync(asked), "gzip-compressed"],
    ["binary", Buffer.from([7, 0, 7, 0]), "binary data"],
    ["UTF-16", Buffer.from(`\ufeff${asked}`, "utf16le"), "UTF-16"],
    ["prose", "# A talk\n\nOnce upon a time\n", "it is no JSON"],
    ["a list of numbers", "[1,2]", "no record that can be read"],
    ["an empty list", "[]", "it holds no record"],
    ["JSON of another kind", '{"name":"x","version":1}', 'an object with the keys "name", "version"'],
  ])("%s", async (_, content, reason) => {
    const error = await recorded(content).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(TranscriptError);
    expect(error).toMatchObject({
      code: "TRANSCRIPT",
      message: expect.stringContaining(reason),
      remedy: expect.stringMatching(/\.$/),
    });
  });

  it("a document that is cut off, with line and column", async () => {
    const cut = '{\n "messages": [\n  {"role": "user", "content": "fix';

    await expect(recorded(cut)).rejects.toMatchObject({
      code: "TRANSCRIPT",
      line: 3,
      column: 35,
      message: expect.stringContaining("line 3, column 35: it is no JSON: it ends inside a string"),
    });
  });

  it("a document with one record a line that is cut off, which is no JSONL", async () => {
    await expect(recorded(`[\n${asked},\n${answered},\n${asked.slice(0, 9)}`)).rejects.toMatchObject({
      line: 4,
      column: 10,
    });
  });

  it("a folder, and a file that is not there", async () => {
    const file = fileOf(asked);

    await expect(readRecording(`${file}.missing`)).rejects.toMatchObject({
      message: expect.stringContaining("no such file"),
    });
    await expect(readRecording(file.replace(/\/session$/, ""))).rejects.toMatchObject({
      code: "TRANSCRIPT",
      message: expect.stringContaining("it is a folder"),
    });
  });

  it("a file that may not be read", () => {
    const cause = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });

    expect(unreadable("a.jsonl", cause)).toMatchObject({
      code: "TRANSCRIPT",
      message: expect.stringContaining("not permitted"),
      cause,
    });
  });
});

describe("reading", () => {
  it("tells how far it is, up to the whole file", async () => {
    const told: number[][] = [];
    const content = `${asked}\n${answered.replace("done", "x".repeat(3_000_000))}\n`;
    await recorded(content, { onProgress: (read, total) => told.push([read, total]) });

    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)).toEqual([Buffer.byteLength(content), Buffer.byteLength(content)]);
    expect(told.map(([read = 0]) => read)).toEqual(told.map(([read = 0]) => read).toSorted((a, b) => a - b));
  });

  it("stops when it is aborted, before and in the middle", async () => {
    const reason = new Error("enough");
    await expect(recorded(asked, { signal: AbortSignal.abort(reason) })).rejects.toMatchObject({
      code: "ABORTED",
      cause: reason,
    });

    const controller = new AbortController();
    const long = `${asked}\n${answered.replace("done", "x".repeat(5_000_000))}\n`;
    const reading = recorded(long, { signal: controller.signal, onProgress: () => controller.abort(reason) });

    await expect(reading).rejects.toMatchObject({ code: "ABORTED", cause: reason });
  });
});
