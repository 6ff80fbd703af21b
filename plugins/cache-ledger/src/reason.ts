import type { Comparison } from "./difference.ts";

/**
 * Why less was cached than could be: the one cause that cost the most tokens.
 *
 * - `first_call`: the ledger knows of no earlier request of the task
 * - `model_changed`: another model, API or provider was asked
 * - `parameters_changed`: a parameter differs that the provider's cache depends on
 * - `tools_changed`: another tool list
 * - `section_changed`: a section, or an entry of the history, is not what it was: the segment, and the first byte that differs
 * - `compaction`: the history was compacted since
 * - `history_shortened`: entries that were sent before are gone, without a compaction
 * - `out_of_reach`: it was written, and this request's breakpoints do not get at it
 * - `ttl_passed`: it was not used for longer than the provider keeps it
 * - `below_minimum`: the earlier request was too short to be cached at all
 * - `provider_missed`: nothing of this, and the provider found less all the same
 */
export type MissReason =
  | { readonly kind: "first_call" }
  | { readonly kind: "model_changed" }
  | { readonly kind: "parameters_changed"; readonly parameters: readonly string[] }
  | { readonly kind: "tools_changed"; readonly offsetBytes: number | null }
  | {
      readonly kind: "section_changed";
      readonly section: string;
      /** The section's own label, or that of one of its entries. */
      readonly label: string;
      /** `null` where it came, went or moved. */
      readonly offsetBytes: number | null;
    }
  | { readonly kind: "compaction"; readonly records: readonly string[] }
  | { readonly kind: "history_shortened"; readonly label: string }
  | { readonly kind: "out_of_reach" }
  | { readonly kind: "ttl_passed"; readonly lifetimeMs: number }
  | { readonly kind: "below_minimum"; readonly minimumTokens: number }
  | { readonly kind: "provider_missed" };

/** Where the tokens went that could have been cached and were not, in the provider's measure. Together they are the whole loss. */
export interface Losses {
  /** The content, the model or a parameter is another. */
  readonly changed: number;
  /** Out of the request's reach. */
  readonly unreached: number;
  /** No longer alive. */
  readonly expired: number;
  /** Should have been there, and was not found. */
  readonly missed: number;
}

/** What is cached at most, step by step down to what was found, as losses. */
export function lossesOf(steps: {
  readonly possible: number;
  readonly content: number;
  readonly reach: number;
  readonly alive: number;
  /** `null` where the provider reported nothing. */
  readonly found: number | null;
}): Losses {
  const content = Math.min(steps.possible, steps.content);
  const reach = Math.min(content, steps.reach);
  const alive = Math.min(reach, steps.alive);
  const found = steps.found === null ? alive : Math.min(alive, steps.found);
  return {
    changed: steps.possible - content,
    unreached: content - reach,
    expired: reach - alive,
    missed: alive - found,
  };
}

/** Less than this is rounding: no provider reports in coarser steps, but for those of its own rule. Tokens. */
export const ROUNDING = 128;

/** What a share of a measured request may be off by. */
const INEXACTNESS = 0.02;

export interface MissFacts {
  readonly lost: Losses;
  readonly comparison: Comparison;
  readonly stepTokens: number;
  readonly predicted: number;
  /** Whether the prediction is what the provider itself measured. */
  readonly isMeasured: boolean;
  readonly lifetimeMs: number;
  /** Compactions since the request that is compared with. */
  readonly compactions: readonly string[];
  /** Sections that they left out. */
  readonly folded: ReadonlySet<string>;
}

/**
 * The largest loss names the reason; of equal ones the first in the order changed, unreached, expired, missed, which goes from
 * what an author can mend to what nobody can. What the provider reports has to be off by more than rounding. A stable part that
 * changed is named even where rounding hides what it cost. `null` where there is no loss.
 */
export function reasonFor(facts: MissFacts): MissReason | null {
  const { lost, stepTokens, predicted, isMeasured, lifetimeMs, comparison } = facts;
  const slack = Math.max(ROUNDING, stepTokens) + (isMeasured ? 0 : predicted * INEXACTNESS);
  const causes: readonly [number, () => MissReason][] = [
    [lost.changed, () => changeReason(facts)],
    [lost.unreached, () => ({ kind: "out_of_reach" })],
    [lost.expired, () => ({ kind: "ttl_passed", lifetimeMs })],
    [lost.missed > slack ? lost.missed : 0, () => ({ kind: "provider_missed" })],
  ];
  const [largest] = causes.filter(([tokens]) => tokens > 0).sort(([a], [b]) => b - a);
  if (largest !== undefined) return largest[1]();
  return isStableChange(comparison) ? changeReason(facts) : null;
}

function isStableChange({ difference, of, isGrowth }: Comparison): boolean {
  return difference?.change === "changed" && of !== null && !isGrowth && !of.isEntry && of.stability !== "turn";
}

/** What changed first, in the order in which a provider reads a request: all behind it is lost whatever it is. */
function changeReason({ comparison, compactions, folded }: MissFacts): MissReason {
  const { isSameModel, headParameters, inputParameters, difference, of } = comparison;
  if (!isSameModel) return { kind: "model_changed" };
  if (headParameters.length > 0) return { kind: "parameters_changed", parameters: headParameters };
  const isLeading = of?.isLeading === true;
  if (inputParameters.length > 0 && !isLeading) return { kind: "parameters_changed", parameters: inputParameters };
  // The same and more: what was written before is not known to the rule that judges now.
  if (difference === null || of === null || comparison.isGrowth) return { kind: "out_of_reach" };
  const { label, section, change, offsetBytes } = difference;
  if (isLeading && section === "tools") return { kind: "tools_changed", offsetBytes };
  const isStable = !of.isEntry && of.stability !== "turn" && !(change === "removed" && folded.has(label));
  if (compactions.length > 0 && !isStable) return { kind: "compaction", records: compactions };
  const isGone = change === "removed" || change === "ended";
  if (of.isEntry && isGone) return { kind: "history_shortened", label };
  return { kind: "section_changed", section, label, offsetBytes };
}
