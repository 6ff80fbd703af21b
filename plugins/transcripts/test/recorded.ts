import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type ReadOptions, type Recording, readRecording } from "../src/index.ts";

/** Writes a file that is gone after the test, and returns its path. */
export function fileOf(content: string | Uint8Array, name = "session"): string {
  const folder = mkdtempSync(join(tmpdir(), "varve-transcripts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Reads bytes or text as a session file. */
export function recorded(content: string | Uint8Array, options?: ReadOptions): Promise<Recording> {
  return readRecording(fileOf(content), options);
}

/** Reads one JSON document. */
export function document(value: unknown, options?: ReadOptions): Promise<Recording> {
  return recorded(JSON.stringify(value, null, 2), options);
}

/** Reads records, one a line; texts stand as they are, for lines that are damaged. */
export function lines(records: readonly unknown[], options?: ReadOptions): Promise<Recording> {
  const texts = records.map((record) => (typeof record === "string" ? record : JSON.stringify(record)));
  return recorded(`${texts.join("\n")}\n`, options);
}

/** What a recording says of itself, without the path. */
export function callsOf({ calls }: Recording): readonly (readonly [at: number, produced: number])[] {
  return calls.map(({ at, produced }) => [at, produced]);
}
