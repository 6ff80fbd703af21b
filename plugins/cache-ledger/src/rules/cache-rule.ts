import type { EncodedRequest } from "@varve/kernel";
import type { CachedParameters } from "../parameters.ts";
import type { Trail } from "../trail.ts";

/** The rules that the ledger knows; each has a file of its own, with its source. */
export const RULE_NAMES = ["openai_implicit", "openai_breakpoints", "anthropic"] as const;

export type RuleName = (typeof RULE_NAMES)[number];

/** The figures of a rule for one request. */
export interface Terms {
  /** A prefix that is shorter is not kept, tokens. */
  readonly minimumTokens: number;
  /** What is found is rounded down to a multiple of this, tokens. */
  readonly stepTokens: number;
  /** How long what was written, or used again, is kept, milliseconds. */
  readonly lifetimeMs: number;
}

/** A request as a cache sees it. */
export interface Sent {
  readonly trail: Trail;
  readonly request: EncodedRequest;
  /** The provider's tokens for each counted one; `null` where it did not report any. */
  readonly scale: number | null;
  /** Milliseconds since the epoch; `null` where nobody knows. */
  readonly atMs: number | null;
}

/** A prefix of a request that an earlier one left in the cache. */
export interface Candidate {
  /** Counted tokens. */
  readonly tokens: number;
  /** {@link Sent.scale} of the request that left it. */
  readonly scale: number | null;
  /** Whether it is all that was left there, so that its measure is known and not a share of another. */
  readonly isWhole: boolean;
  /** Whether this request gets at it, by the places that it marks and how far the provider looks back. */
  readonly isInReach: boolean;
  readonly usedMs: number | null;
  readonly lifetimeMs: number;
  /** Notes that it was used again, which prolongs its life. */
  readonly touch: (atMs: number | null) => void;
}

/** What a provider's cache holds of one task, as far as its rule tells. */
export interface ProviderCache {
  /** Every prefix of the request that is there, dead or alive. */
  candidates(sent: Sent): readonly Candidate[];
  /** Counted tokens of the longest prefix that a request asks to be kept; 0 for none. */
  kept(sent: Sent): number;
  write(sent: Sent, lifetimeMs: number): void;
}

/** How one provider's cache works. */
export interface CacheRule {
  readonly name: RuleName;
  readonly parameters: CachedParameters;
  terms(request: EncodedRequest): Terms;
  /** A cache that holds nothing yet. */
  open(): ProviderCache;
}

/** What a rule serves of a prefix: nothing below its minimum, and whole steps above. */
export function served(tokens: number, { minimumTokens, stepTokens }: Terms): number {
  return tokens < minimumTokens ? 0 : Math.floor(tokens / stepTokens) * stepTokens;
}
