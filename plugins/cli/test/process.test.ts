import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { shortSession, workSession } from "./sessions.ts";
import { project, recorded } from "./varve.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const ESCAPE = "\u001b[";

interface ProcessOptions {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Told of the first piece of standard output. */
  readonly onFirstOutput?: (child: ReturnType<typeof spawn>) => void;
}

/** Runs `varve` as a process of its own, its output into pipes. */
function process(args: readonly string[], { folder, env = {}, onFirstOutput }: ProcessOptions) {
  const { PATH = "" } = globalThis.process.env;
  const child = spawn(globalThis.process.execPath, [MAIN, ...args], { cwd: folder, env: { PATH, ...env } });
  let [out, err] = ["", ""];
  child.stdout.once("data", () => onFirstOutput?.(child));
  child.stdout.on("data", (data) => {
    out += data;
  });
  child.stderr.on("data", (data) => {
    err += data;
  });
  return new Promise<{ readonly exitCode: number | null; readonly out: string; readonly err: string }>((settle) => {
    child.on("close", (exitCode) => settle({ exitCode, out, err }));
  });
}

describe("varve as a process", () => {
  test("--version and --help end with 0 and write to standard output", async () => {
    const folder = project();
    const version = await process(["--version"], { folder });
    expect([version.exitCode, version.err]).toEqual([0, ""]);
    expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
    const help = await process(["--help"], { folder });
    expect([help.exitCode, help.err]).toEqual([0, ""]);
    for (const part of ["replay", "explain", "check", "Examples:", "Exit codes:"]) expect(help.out).toContain(part);
  });

  test("without a command the help is bad usage, on standard error", async () => {
    const { exitCode, out, err } = await process([], { folder: project() });
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toContain("Usage: varve");
  });

  test("a misspelt command is bad usage, with the nearest one", async () => {
    const { exitCode, err } = await process(["repaly", "x"], { folder: project() });
    expect(exitCode).toBe(2);
    expect(err).toBe("varve: unknown command 'repaly'\n(Did you mean replay?)\nTry --help.\n");
  });

  test("0, 1 and 2 are what the process ends with", async () => {
    const folder = project({ "session.jsonl": recorded(shortSession()) });
    expect((await process(["replay", "session.jsonl"], { folder })).exitCode).toBe(0);
    expect((await process(["replay", "gone.jsonl"], { folder })).exitCode).toBe(1);
    expect((await process(["replay", "session.jsonl", "--config", "gone.toml"], { folder })).exitCode).toBe(2);
  });

  test("a pipe gets no colours unless they are forced, and NO_COLOR wins", async () => {
    const folder = project({ "session.jsonl": recorded(shortSession()) });
    const args = ["replay", "session.jsonl"];
    expect((await process(args, { folder })).out).not.toContain(ESCAPE);
    expect((await process(args, { folder, env: { FORCE_COLOR: "1" } })).out).toContain(ESCAPE);
    expect((await process(args, { folder, env: { FORCE_COLOR: "1", NO_COLOR: "1" } })).out).not.toContain(ESCAPE);
    expect((await process(args, { folder, env: { FORCE_COLOR: "0" } })).out).not.toContain(ESCAPE);
  });

  test("colours change nothing but colours", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(24)) });
    const args = ["replay", "session.jsonl", "--budget", "3000"];
    const [plain, coloured] = [
      await process(args, { folder }),
      await process(args, { folder, env: { FORCE_COLOR: "1" } }),
    ];
    const timeless = (text: string) => text.replace(/in [\d.]+ m?s/, "");
    expect(timeless(stripVTControlCharacters(coloured.out))).toBe(timeless(plain.out));
  });

  test("a reader that has seen enough ends it quietly", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(1_500, 20)) });
    const { exitCode, err } = await process(["replay", "session.jsonl", "--json"], {
      folder,
      onFirstOutput: (child) => child.stdout?.destroy(),
    });
    expect([exitCode, err]).toEqual([0, ""]);
  });

  test("SIGINT ends it with 130, after the totals of what was done", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(3_000, 20)) });
    const { exitCode, out, err } = await process(["replay", "session.jsonl", "--json"], {
      folder,
      onFirstOutput: (child) => void child.kill("SIGINT"),
    });
    expect(exitCode).toBe(130);
    expect(err).toMatch(/varve: session\.jsonl, call \d+: .*aborted/);
    const totals = JSON.parse(out.trimEnd().split("\n").at(-1) ?? "");
    expect(totals.kind).toBe("totals");
    expect(totals.calls).toBeLessThan(3_001);
  });

  test("--debug tells an error with its stack", async () => {
    const folder = project();
    expect((await process(["replay", "gone.jsonl"], { folder })).err).not.toContain("    at ");
    expect((await process(["replay", "gone.jsonl", "--debug"], { folder })).err).toContain("    at ");
  });
});
