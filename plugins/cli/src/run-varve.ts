import { CommanderError } from "commander";
import { EXIT, exitCodeOf } from "./exit.ts";
import { tellFailure } from "./failure-message.ts";
import { program } from "./program.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Runs the command line.
 *
 * @param args what follows the command's name
 * @returns the exit code; errors have been told on standard error
 */
export async function runVarve(args: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  let exitCode: number = EXIT.ok;
  const ended = (code: number): void => {
    exitCode = code;
  };
  try {
    await program({ terminal, signal, ended }).parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    // Help and version end with 0; whatever else commander ends with has been told, and is bad usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    tellFailure(error, terminal.err, { detail: args.includes("--debug") ? "stack" : "message" });
    return exitCodeOf(error);
  }
}
