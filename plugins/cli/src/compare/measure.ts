import type { PriceTable } from "@varve/cache-ledger";
import type { LoadedConfig } from "@varve/config";
import { reasonOf, VarveError } from "@varve/kernel";
import { SqliteStore } from "@varve/store-sqlite";
import { type Recording, replayOf } from "@varve/transcripts";
import { addedCost, type InputCost, inputCost } from "../input-cost.ts";
import { replayCalls } from "../replay.ts";
import { replayKernel } from "../replay-kernel.ts";
import type { Strategy } from "./strategy.ts";
import { Survival, type Survived } from "./survival.ts";

/** What one strategy made of one session. Tokens are counted ones. */
export interface Measurement {
  readonly strategy: string;
  readonly file: string;
  readonly calls: number;
  readonly compactions: number;
  /** Input of all calls together: what the whole task takes. */
  readonly sentTokens: number;
  readonly cachedTokens: number;
  readonly largestWindowTokens: number;
  /** Of the windows after a compaction, the mean; `null` without any. */
  readonly meanTokensAfter: number | null;
  readonly inputCost: InputCost | null;
  /** Milliseconds that preparing the windows took, all calls together. */
  readonly elapsedMs: number;
  readonly survived: Survived;
  /** The window of each call, for a chart. */
  readonly windows: readonly { readonly tokens: number; readonly cachedTokens: number; readonly compacted: boolean }[];
  /** Why it went no further; `null` where it went through. */
  readonly failure: string | null;
}

/** Brings a recording through the configured kernel with a strategy in front of it. What a strategy throws ends its own run alone. */
export async function measure(
  recording: Recording,
  strategy: Strategy,
  {
    loaded,
    prices,
    signal,
  }: { readonly loaded: LoadedConfig; readonly prices: PriceTable; readonly signal: AbortSignal },
): Promise<Measurement> {
  const store = new SqliteStore(":memory:");
  const survival = new Survival();
  const windows: Measurement["windows"][number][] = [];
  const after: number[] = [];
  let cost: InputCost | null = null;
  let compactions = 0;
  let failure: string | null = null;
  const begun = performance.now();
  let looking = 0;
  try {
    const kernel = await replayKernel(
      { ...loaded, plugins: [...strategy.plugins, ...loaded.plugins] },
      recording,
      store,
    );
    const steps = replayOf(recording).steps;
    for await (const call of replayCalls(kernel, recording, { signal })) {
      const { window, cachedTokens, records } = call;
      windows.push({ tokens: window.tokens, cachedTokens, compacted: records.length > 0 });
      compactions += records.length;
      after.push(...records.slice(-1).map(({ tokensAfter }) => tokensAfter));
      const own = inputCost(call, prices);
      cost = windows.length === 1 ? own : addedCost(cost, own);
      const lookedAt = performance.now();
      survival.call(call, steps[call.call - 1]?.produced ?? []);
      looking += performance.now() - lookedAt;
    }
  } catch (error) {
    if (!(error instanceof VarveError) || signal.aborted) throw error;
    failure = reasonOf(error);
  } finally {
    store.close();
  }
  const sum = (of: (window: Measurement["windows"][number]) => number): number =>
    windows.reduce((total, window) => total + of(window), 0);
  return {
    strategy: strategy.name,
    file: recording.file,
    calls: windows.length,
    compactions,
    sentTokens: sum(({ tokens }) => tokens),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
    largestWindowTokens: Math.max(0, ...windows.map(({ tokens }) => tokens)),
    meanTokensAfter: after.length === 0 ? null : Math.round(after.reduce((a, b) => a + b, 0) / after.length),
    inputCost: cost,
    elapsedMs: performance.now() - begun - looking,
    survived: survival.survived,
    windows,
    failure,
  };
}
