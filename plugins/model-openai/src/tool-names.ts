import { sha256 } from "./sha256.ts";

/** What the provider takes as the name of a function; newer models take 128 characters, all take 64. */
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
