import type { Usage } from "@varve/kernel";
import type { Difference } from "./difference.ts";
import type { Purpose } from "./ledger-call.ts";
import type { Cost } from "./prices/price.ts";
import type { Losses, MissReason } from "./reason.ts";
import type { RuleName } from "./rules/cache-rule.ts";
import type { Segment } from "./segment.ts";

/** What the ledger says of one request: plain JSON, and nothing of what was said in it. */
export interface LedgerLine {
  readonly taskId: string;
  /** From 1, over all requests of the task. */
  readonly number: number;
  /** Requests that are no `turn` are auxiliary: they are told of and counted apart. */
  readonly purpose: Purpose;
  readonly turn: number;
  readonly correlationId: string | null;
  /** When the answer came, milliseconds since the epoch. */
  readonly atMs: number | null;

  readonly provider: string;
  readonly api: string | null;
  readonly model: string | null;
  /** The rule that the prediction goes by. */
  readonly rule: RuleName;
  /** Whether nothing is known of the provider, so that the most common rule was assumed. */
  readonly isRuleAssumed: boolean;

  /** The {@link number} of the request that this one is compared with: a turn with the turn before; `null` for none. */
  readonly comparedWith: number | null;
  /** The leading segments that are the same as in that one. */
  readonly same: { readonly segments: number; readonly tokens: number };
  /** All segments behind those, in order. */
  readonly segments: readonly Segment[];
  readonly difference: Difference | null;

  readonly input: {
    /** Counted tokens. */
    readonly counted: number;
    /** As the provider measured them; `null` where it reported nothing. */
    readonly reported: number | null;
  };
  /** What the provider should find in its cache, by its own rule. */
  readonly predicted: {
    /** Counted tokens. */
    readonly counted: number;
    /** In the provider's measure, to be held against {@link reported}; counted where it reported nothing. */
    readonly tokens: number;
  };
  /** What the provider says that it found and wrote; `null` where it reported nothing. */
  readonly reported: { readonly cachedTokens: number; readonly cacheWriteTokens: number } | null;
  /** The segment in which prediction and report part; `null` where they agree. */
  readonly partsAt: string | null;
  /** In the same measure, what could have been cached: what the request compared with asked to be kept, but no more than this one has. */
  readonly possible: number;
  /** Where the rest went. */
  readonly lost: Losses;
  /** Why less was cached than could be; `null` where all of it was. */
  readonly reason: MissReason | null;
  /** Records of the compactions between the turn before and this one. */
  readonly compactions: readonly string[];

  readonly usage: Usage | null;
  /** `null` where it is {@link unpriced}. */
  readonly cost: Cost | null;
  readonly unpriced: "no_usage" | "unknown_model" | null;
  /** Tries before the one that was answered for which the provider may charge as well. The cost holds nothing of them. */
  readonly mayAlsoBePaid: number;
}
