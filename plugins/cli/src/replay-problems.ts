import type { Recording } from "@varve/transcripts";
import { counted, whole } from "./figures.ts";
import { printableLine } from "./printable.ts";
import type { Output } from "./terminal.ts";

/** Damaged lines that are told one by one; more would bury them. */
const MOST_PROBLEMS = 10;

/** Tells what of a recording is damaged, and what was left out on purpose. */
export function tellProblems({ file, problems, leftOut }: Recording, { write, colours }: Output): void {
  const name = printableLine(file);
  for (const { line, reason } of problems.slice(0, MOST_PROBLEMS)) {
    const place = line === null ? name : `${name}, line ${line}`;
    write(`${colours.yellow("damaged:")} ${place}: ${printableLine(reason)}\n`);
  }
  const more = problems.length - MOST_PROBLEMS;
  if (more > 0)
    write(
      `${colours.yellow("damaged:")} ${name}: ${whole(more)} more; ${counted(problems.length, "problem")} in all\n`,
    );
  for (const { what, count, why } of leftOut) {
    write(colours.dim(`left out: ${name}: ${whole(count)} ${printableLine(what)} (${printableLine(why)})\n`));
  }
}
