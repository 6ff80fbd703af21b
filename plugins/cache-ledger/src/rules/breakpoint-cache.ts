import { chainAt, type Trail, tokensUpTo } from "../trail.ts";
import type { Candidate, ProviderCache, Sent } from "./cache-rule.ts";

/** How many written prefixes of a task are remembered, more than any provider looks back over. */
const WRITTEN = 160;

/** A prefix that was written, at a breakpoint. */
export interface Written {
  readonly chain: string;
  /** How many segments it has. */
  readonly segments: number;
  readonly scale: number | null;
  readonly lifetimeMs: number;
  usedMs: number | null;
}

/** Where a rule's requests write, and what they get at. */
export interface BreakpointPlaces {
  /** The places that a request writes at, each as the number of segments before it. */
  writesAt(sent: Sent): readonly number[];
  /** @param newer how many prefixes were written after it */
  reaches(sent: Sent, written: Written, newer: number): boolean;
}

/** A cache that finds a prefix only where an earlier request has written one. */
export class BreakpointCache implements ProviderCache {
  readonly #places: BreakpointPlaces;
  /** By chain, the one written last standing last. */
  readonly #written = new Map<string, Written>();

  constructor(places: BreakpointPlaces) {
    this.#places = places;
  }

  candidates(sent: Sent): readonly Candidate[] {
    const all = [...this.#written.values()];
    return all.flatMap((written, index): readonly Candidate[] => {
      const { segments, chain, scale, lifetimeMs, usedMs } = written;
      if (!holds(sent.trail, segments, chain)) return [];
      const tokens = tokensUpTo(sent.trail, segments);
      const isInReach = this.#places.reaches(sent, written, all.length - 1 - index);
      const touch = (atMs: number | null): void => {
        written.usedMs = atMs;
      };
      return [{ tokens, scale, isWhole: scale !== null, isInReach, usedMs, lifetimeMs, touch }];
    });
  }

  kept(sent: Sent): number {
    return Math.max(0, ...this.#places.writesAt(sent).map((segments) => tokensUpTo(sent.trail, segments)));
  }

  write(sent: Sent, lifetimeMs: number): void {
    const { trail, scale, atMs } = sent;
    for (const segments of this.#places.writesAt(sent)) {
      const chain = chainAt(trail, segments);
      this.#written.delete(chain);
      this.#written.set(chain, { chain, segments, scale, lifetimeMs, usedMs: atMs });
    }
    for (const oldest of this.#written.keys()) {
      if (this.#written.size <= WRITTEN) break;
      this.#written.delete(oldest);
    }
  }
}

function holds(trail: Trail, segments: number, chain: string): boolean {
  return segments <= trail.marks.length && chainAt(trail, segments) === chain;
}
