import { type EntryId, type KeepContext, type KeepResult, Pairs } from "@varve/kernel";
import type { KeepOptions } from "./options.ts";

/** Sections survive as they were declared to; of every tool named, the newest result stays word for word, with its call. */
export function keepNewest({ state: { history }, sections }: KeepContext, { newest_of }: KeepOptions): KeepResult {
  const newest = new Map<string, EntryId>();
  for (const [index, { name }] of new Pairs().answers(history)) {
    const result = history[index];
    if (result !== undefined && newest_of.includes(name)) newest.set(name, result.id);
  }
  return {
    sections: sections.filter(({ survives }) => survives !== "folded").map(({ id }) => id),
    pins: [...newest.values()],
    reason: newest.size === 0 ? "nothing to pin" : `pins the newest ${[...newest.keys()].join(", ")}`,
  };
}
