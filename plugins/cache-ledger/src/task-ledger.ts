import type { CompactionRecord, EncodedRequest, Usage } from "@varve/kernel";
import type { CompactionLine } from "./compaction-account.ts";
import { CompactionAccounts } from "./compaction-accounts.ts";
import { judge } from "./judgement.ts";
import type { LedgerCall, Purpose } from "./ledger-call.ts";
import type { LedgerLine } from "./ledger-line.ts";
import { modelOf } from "./parameters.ts";
import { costOf, type PriceTable, priceOf } from "./prices/price.ts";
import type { ProviderCache, RuleName, Sent } from "./rules/cache-rule.ts";
import { keepsLong } from "./rules/keeps-long.ts";
import { type ChosenRule, type RuleOverride, ruleFor } from "./rules/rule-for.ts";
import type { Segment } from "./segment.ts";
import { sharedSegments, type Trail, tokensUpTo, trailOf } from "./trail.ts";

/** What the ledger goes by, and whom it tells. */
export interface Books {
  readonly prices: PriceTable;
  readonly rules: Readonly<Record<string, RuleOverride>>;
  readonly mostCompactions: number;
  readonly told: (line: CompactionLine) => void;
}

/** A request that later ones are compared with. */
interface Earlier extends Sent {
  readonly number: number;
}

/** What the ledger knows of one task: its last requests, and what of them the provider's cache should hold. */
export class TaskLedger {
  readonly #books: Books;
  readonly #caches = new Map<RuleName, ProviderCache>();
  readonly #accounts: CompactionAccounts;
  readonly #last = new Map<Purpose, Earlier>();
  #requests = 0;
  #model: string | null = null;

  constructor(books: Books) {
    this.#books = books;
    this.#accounts = new CompactionAccounts(books.mostCompactions, books.told);
  }

  get compactions(): readonly CompactionLine[] {
    return this.#accounts.lines;
  }

  /** The last request of a purpose as segments; empty where there was none. */
  segments(purpose: Purpose): readonly Segment[] {
    return this.#last.get(purpose)?.trail.marks.map(({ piece }) => piece.segment) ?? [];
  }

  compacted(record: CompactionRecord, atMs: number | null): void {
    this.#accounts.compacted(record, priceOf(this.#model, this.#books.prices), atMs);
  }

  /** Says what is to be said of a call, and remembers it. */
  observe(call: LedgerCall, atMs: number | null): LedgerLine {
    const { request, response, purpose } = call;
    const chosen = ruleFor(request, this.#books.rules);
    const cache = this.#cacheOf(chosen);
    // A summary's request repeats the last turn's, so that is where both have most of their items from.
    const like = this.#last.get("turn") ?? this.#last.get(purpose);
    const trail = trailOf(call, chosen.rule.parameters, like?.trail ?? null);
    const sent = { trail, request, atMs, scale: scaleOf(response.usage, countedOf(trail)) };
    const line = this.#lineOf(call, sent, chosen, cache);

    const before = this.#last.get("turn");
    cache.write(sent, chosen.terms.lifetimeMs);
    this.#last.set(purpose, { ...sent, number: line.number });
    this.#requests = line.number;
    this.#model = line.model;
    if (purpose === "turn") {
      const counted = before === undefined ? null : countedOf(before.trail);
      this.#accounts.turn(line, priceOf(line.model, this.#books.prices), counted);
    } else this.#accounts.auxiliary(line);
    return line;
  }

  #lineOf(call: LedgerCall, sent: Sent, chosen: ChosenRule, cache: ProviderCache): LedgerLine {
    const { window, request, response, purpose } = call;
    const usage = response.usage === null ? null : usageOf(response.usage);
    const { trail } = sent;
    const compared = purpose === "turn" ? (this.#last.get("turn") ?? null) : this.#closest(trail);
    const compactions = purpose === "turn" ? this.#accounts.sinceTurn : [];
    // A provider that reports no input has measured nothing, whatever else it reports.
    const reported = usage === null || usage.inputTokens === 0 ? null : usage;
    const { folded } = this.#accounts;
    const judgement = judge({ sent, purpose, compared, chosen, cache, reported, compactions, folded });
    const { comparison, ...judged } = judgement;
    const same = comparison?.same ?? 0;
    const model = modelOf(request) ?? response.model;
    return {
      taskId: window.taskId,
      number: this.#requests + 1,
      purpose,
      turn: window.turn,
      correlationId: call.correlationId ?? null,
      atMs: sent.atMs,
      provider: request.provider,
      api: request.api ?? null,
      model,
      rule: chosen.rule.name,
      isRuleAssumed: chosen.isAssumed,
      comparedWith: compared?.number ?? null,
      same: { segments: same, tokens: tokensUpTo(trail, same) },
      segments: trail.marks.slice(same).map(({ piece }) => piece.segment),
      difference: comparison?.difference ?? null,
      input: { counted: countedOf(trail), reported: reported?.inputTokens ?? null },
      reported:
        reported === null ? null : { cachedTokens: reported.cachedTokens, cacheWriteTokens: reported.cacheWriteTokens },
      ...judged,
      compactions,
      usage,
      ...this.#costOf(usage, model, request),
      mayAlsoBePaid: response.retries?.filter((each) => each.mayBePaid).length ?? 0,
    };
  }

  #costOf(usage: Usage | null, model: string | null, request: EncodedRequest): Pick<LedgerLine, "cost" | "unpriced"> {
    if (usage === null) return { cost: null, unpriced: "no_usage" };
    const price = priceOf(model, this.#books.prices);
    if (price === null) return { cost: null, unpriced: "unknown_model" };
    return { cost: costOf(usage, price, keepsLong(request) ? "long" : "short"), unpriced: null };
  }

  /** Of the last requests of each purpose, the one that has the most in common with this one. */
  #closest(trail: Trail): Earlier | null {
    const byShared = [...this.#last.values()]
      .map((earlier) => ({ earlier, shared: sharedSegments(earlier.trail, trail) }))
      .sort((a, b) => b.shared - a.shared || b.earlier.number - a.earlier.number);
    return byShared[0]?.earlier ?? null;
  }

  #cacheOf({ rule }: ChosenRule): ProviderCache {
    const cache = this.#caches.get(rule.name) ?? rule.open();
    this.#caches.set(rule.name, cache);
    return cache;
  }
}

/** A usage of the ledger's own: the caller's is left as it is, and nothing else that it may hold comes along. */
function usageOf(usage: Usage): Usage {
  const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage;
  return { inputTokens, cachedTokens, cacheWriteTokens, outputTokens, reasoningTokens };
}

function countedOf(trail: Trail): number {
  return tokensUpTo(trail, trail.marks.length);
}

function scaleOf(usage: Usage | null, counted: number): number | null {
  return usage === null || usage.inputTokens === 0 || counted === 0 ? null : usage.inputTokens / counted;
}
