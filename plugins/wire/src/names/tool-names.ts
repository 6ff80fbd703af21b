import type { InputItem } from "@varve/kernel";
import { sha256 } from "./sha256.ts";

/** What every provider takes as the name of a tool; newer models take 128 characters, all take 64. */
const ACCEPTED = /^[a-zA-Z0-9_-]{1,64}$/;

const MARK_DIGITS = 10;

/** How an encoded name ends. */
const MARKED = /_[0-9a-f]{10}$/;

/**
 * The name of a tool on the wire: its own where the provider takes it; otherwise what can be read of it, and a mark made
 * of its digest.
 *
 * The wire name depends on the tool's name alone, so it is the same on every call whatever other tools there are. No two
 * names share one: an accepted name that ends as if it were marked gets a mark of its own.
 */
export function wireName(name: string): string {
  if (ACCEPTED.test(name) && !MARKED.test(name)) return name;
  const readable = name.replace(/[^a-zA-Z0-9_-]+/g, "_").slice(0, 63 - MARK_DIGITS);
  return `${readable === "" || readable === "_" ? "tool" : readable}_${sha256(name).slice(0, MARK_DIGITS)}`;
}

/** The names that had to be changed for a request: on the wire, and the tool's own. `null` where none had to be. */
export function changedNames(names: Iterable<string>): Readonly<Record<string, string>> | null {
  const changed = new Map<string, string>();
  for (const name of names) {
    const onWire = wireName(name);
    if (onWire !== name) changed.set(onWire, name);
  }
  return changed.size === 0 ? null : Object.fromEntries(changed);
}

/** The items of an answer with the tools' own names where they were changed for the request. */
export function withOwnNames(
  items: readonly InputItem[],
  toolNames: Readonly<Record<string, string>> | undefined,
): readonly InputItem[] {
  if (toolNames === undefined) return items;
  const own = new Map(Object.entries(toolNames));
  return items.map((item) => {
    const name = item.kind === "tool_call" ? own.get(item.name) : undefined;
    return item.kind === "tool_call" && name !== undefined ? { ...item, name } : item;
  });
}
