import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { InputItem } from "@varve/kernel";
import type { Conversation } from "@varve/test-builders";
import { toResponsesItem } from "@varve/transcripts";
import pc from "picocolors";
import { onTestFinished } from "vitest";
import { NO_PROGRESS } from "../src/progress.ts";
import { runVarve } from "../src/run-varve.ts";

export interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly folder: string;
  readonly columns?: number;
  readonly signal?: AbortSignal;
  /** Told of each text that goes to standard output. */
  readonly onOut?: (text: string) => void;
}

/** Runs the command line in this process, without colours. */
export async function varve(args: readonly string[], options: RunOptions): Promise<Run> {
  const { folder, columns = 100, signal = new AbortController().signal, onOut } = options;
  let [out, err] = ["", ""];
  const output = (write: (text: string) => void) => ({
    write,
    colours: pc.createColors(false),
    isWatched: false,
    columns,
  });
  const terminal = {
    out: output((text) => {
      out += text;
      onOut?.(text);
    }),
    err: output((text) => {
      err += text;
    }),
    progress: NO_PROGRESS,
    folder,
  };
  const exitCode = await runVarve(args, terminal, signal);
  return { exitCode, out, err };
}

/** A folder with some files, taken away after the test. */
export function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "varve-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

/** A conversation as a recording of Responses items, one a line. */
export function recorded({ items }: Pick<Conversation, "items">): string {
  return items.map((item: InputItem) => `${JSON.stringify(toResponsesItem(item))}\n`).join("");
}

/** The lines of a `--json` run, parsed. */
export function jsonLines({ out }: Run): readonly Record<string, unknown>[] {
  return out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
