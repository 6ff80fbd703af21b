import { sharedSegments, sharedTokens, type Trail, tokensUpTo } from "../trail.ts";
import type { Candidate, ProviderCache, Sent } from "./cache-rule.ts";

/** How many requests that went different ways are remembered: the turns, the last summary, and what stood there before. */
const BRANCHES = 4;

interface Branch {
  trail: Trail;
  scale: number | null;
  usedMs: number | null;
  lifetimeMs: number;
}

/** A cache that finds whatever prefix two requests have in common. */
export class PrefixCache implements ProviderCache {
  /** The one used last stands last. */
  #branches: readonly Branch[] = [];

  candidates({ trail }: Sent): readonly Candidate[] {
    return this.#branches.map((branch) => {
      const { tokens, isWhole } = sharedTokens(branch.trail, trail);
      const { scale, usedMs, lifetimeMs } = branch;
      // What is used again is written again with this very request.
      return { tokens, isWhole, scale, usedMs, lifetimeMs, isInReach: true, touch: () => {} };
    });
  }

  kept({ trail }: Sent): number {
    return tokensUpTo(trail, trail.marks.length);
  }

  write({ trail, scale, atMs }: Sent, lifetimeMs: number): void {
    const others = this.#branches.filter((branch) => sharedSegments(branch.trail, trail) < branch.trail.marks.length);
    this.#branches = [...others, { trail, scale, usedMs: atMs, lifetimeMs }].slice(-BRANCHES);
  }
}
