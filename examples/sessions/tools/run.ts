import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Scratch } from "../scratch.ts";
import { stableOutput } from "./stable-output.ts";
import { objectOf, type Tool, ToolFailure, textsOf, wholeNumberOf } from "./tool.ts";

const DEFAULT_TIMEOUT_MS = 60_000;
const OUTPUT_BYTES = 8 * 1024 * 1024;

/** The Node.js that this checkout pins, so that its messages are the same on every machine; else the one that runs us. */
const PINNED_NODE = join(import.meta.dirname, "../../../node_modules/node/bin/node");
const PROGRAMS = new Map([["node", existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath]]);

/** Nothing of the surroundings reaches a command: no locale, no zone, no colours, no settings of a test runner. */
const ENVIRONMENT = { LC_ALL: "C", TZ: "UTC", NO_COLOR: "1" };

export const run: Tool = {
  name: "run",
  description:
    "Runs a command in the project, without a shell. Prints what it printed, with the exit code unless it is 0.",
  parameters: objectOf(
    {
      argv: { type: "array", items: { type: "string" }, minItems: 1, description: "The program and its arguments." },
      timeout_ms: { type: "integer", minimum: 1, description: `Default ${DEFAULT_TIMEOUT_MS}.` },
    },
    ["argv"],
  ),
  async execute(input, scratch) {
    const [name = "", ...rest] = textsOf(input, "argv");
    const program = PROGRAMS.get(name);
    if (program === undefined) throw new ToolFailure(`${name}: command not found (exit code 127)`);
    const timeoutMs = wholeNumberOf(input, "timeout_ms", DEFAULT_TIMEOUT_MS);
    return stableOutput(scratch.withoutRoot(await outcome(program, rest, scratch, timeoutMs)));
  },
};

function outcome(program: string, parameters: readonly string[], scratch: Scratch, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const options = {
      cwd: scratch.root,
      env: ENVIRONMENT,
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      maxBuffer: OUTPUT_BYTES,
    } as const;
    execFile(program, parameters, options, (error, stdout, stderr) => {
      const printed = stderr === "" ? stdout : `${stdout}[stderr]\n${stderr}`;
      if (error === null) resolve(printed);
      else if (error.killed === true) resolve(`stopped: not done after ${timeoutMs} ms\n${printed}`);
      else resolve(`exit code ${error.code ?? "unknown"}\n${printed}`);
    });
  });
}
