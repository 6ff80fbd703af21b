import { costOf, type PriceTable, priceOf } from "@varve/cache-ledger";
import type { ReplayedCall } from "./replay.ts";

/** What the inputs of calls would cost, US dollars; nothing is claimed of their outputs, which were another harness's. */
export interface InputCost {
  readonly usd: number;
  /** The same if nothing had been cached. */
  readonly uncachedUsd: number;
  /** The model whose prices these are, and the day up to which they are known to have held. */
  readonly model: string;
  readonly asOf: string;
}

/** What a call's input would cost: what repeats the request before at the cached rate, the rest written to the cache. */
export function inputCost(
  { window, cachedTokens, request }: Pick<ReplayedCall, "window" | "cachedTokens" | "request">,
  prices: PriceTable,
): InputCost | null {
  const model = typeof request.body.model === "string" ? request.body.model : null;
  const price = priceOf(model, prices);
  if (model === null || price === null) return null;
  const usage = { inputTokens: window.tokens, outputTokens: 0, reasoningTokens: 0 };
  const fresh = window.tokens - cachedTokens;
  const { usd } = costOf({ ...usage, cachedTokens, cacheWriteTokens: fresh }, price);
  const { usd: uncachedUsd } = costOf({ ...usage, cachedTokens: 0, cacheWriteTokens: 0 }, price);
  return { usd, uncachedUsd, model, asOf: price.asOf };
}

/** Two costs as one; `null` where one has no price: half a sum would look like a whole one. */
export function addedCost(a: InputCost | null, b: InputCost | null): InputCost | null {
  if (a === null || b === null) return null;
  const model = a.model === b.model ? a.model : `${a.model}, ${b.model}`;
  const [asOf = a.asOf] = [a.asOf, b.asOf].toSorted();
  return { usd: a.usd + b.usd, uncachedUsd: a.uncachedUsd + b.uncachedUsd, model, asOf };
}
