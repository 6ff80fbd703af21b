import type { PrefixChange } from "../events.ts";
import { head } from "../legible.ts";
import { Recent } from "./recent.ts";

/** How many tasks' prefixes are remembered. */
const TASKS = 256;

/** How much of a text an event shows, UTF-16 code units. */
const EXCERPT = 40;

type Difference = Pick<PrefixChange, "section" | "offset" | "before" | "after">;

/** Notices when the static prefix of a task is not what it was: which part, and from which byte on. */
export class PrefixWatch {
  readonly #seen = new Recent<ReadonlyMap<string, string>>(TASKS);

  /** Compares a task's prefix, part by part in order, with the one before, and remembers it. */
  changes(taskId: string, parts: ReadonlyMap<string, string>): readonly Difference[] {
    const before = this.#seen.get(taskId);
    this.#seen.set(taskId, parts);
    if (before === undefined) return [];
    const ids = new Set([...before.keys(), ...parts.keys()]);
    return [...ids].flatMap((section) => difference(section, before.get(section) ?? "", parts.get(section) ?? ""));
  }
}

function difference(section: string, before: string, after: string): readonly Difference[] {
  if (before === after) return [];
  let at = 0;
  while (at < before.length && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  const offset = new TextEncoder().encode(before.slice(0, at)).length;
  return [{ section, offset, before: head(before.slice(at), EXCERPT), after: head(after.slice(at), EXCERPT) }];
}
