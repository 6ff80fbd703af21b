#!/usr/bin/env node
import { EXIT } from "./exit.ts";
import { runVarve } from "./run-varve.ts";
import { terminalOf } from "./terminal.ts";

const interruption = new AbortController();
process.on("SIGINT", () => {
  // The second one does not wait for what is under way.
  if (interruption.signal.aborted) process.exit(EXIT.interrupted);
  interruption.abort("interrupted");
});

// Who reads has seen enough, as `head` has: there is nobody left to tell.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  throw error;
});

process.exitCode = await runVarve(process.argv.slice(2), terminalOf(process), interruption.signal);
