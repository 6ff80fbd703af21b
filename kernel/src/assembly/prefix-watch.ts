import type { PrefixChange } from "../events.ts";
import { head, splitsPair } from "../legible.ts";
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
  if (splitsPair(before, at) || splitsPair(after, at)) at -= 1;
  const [was, is] = [before.slice(at), after.slice(at)];
  const offset = bytesOf(before.slice(0, at)).length + sameBytes(bytesOf(head(was, 2)), bytesOf(head(is, 2)));
  return [{ section, offset, before: head(was, EXCERPT), after: head(is, EXCERPT) }];
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Different characters may begin with the same bytes. */
function sameBytes(a: Uint8Array, b: Uint8Array): number {
  const different = a.findIndex((byte, index) => byte !== b[index]);
  return different === -1 ? a.length : different;
}
