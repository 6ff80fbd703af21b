import type { EncodeContext, WindowItem } from "@varve/kernel";
import { stableEnds } from "@varve/wire";
import { knownModel } from "./known-models.ts";
import { OPENAI_BASE_URL, type OpenAiOptions } from "./options.ts";

/** Whether requests to a model mark where their stable parts end. */
export function marksBreakpoints(model: string, { prompt_cache: asked, base_url }: OpenAiOptions): boolean {
  if (asked !== undefined) return asked === "breakpoints";
  const isOpenAi = base_url === undefined || base_url.replace(/\/+$/, "") === OPENAI_BASE_URL;
  return isOpenAi && knownModel(model)?.breakpoints === true;
}

/**
 * The input items to be marked, by index. The provider itself marks the newest item of every request, and finds there what
 * the next one repeats. That leaves two cases, which take three marks at most beside its own:
 *
 * - after a compaction the history is another, so the end of what stands before it is marked;
 * - where sections that change stand behind the history, what it marks is not repeated. Then the last history item is marked,
 *   and the one that was the last in the request before, so that what was written there is found.
 *
 * A summary is asked for once: what stands behind the history there is its instruction, and nothing of it comes again.
 *
 * @param isMarkable whether a mark can be set on what an item became; an answer of the model takes none
 */
export function breakpointItems(
  input: readonly WindowItem[],
  purpose: EncodeContext["purpose"],
  isMarkable: (index: number) => boolean,
): readonly number[] {
  const { task, before, last, isFollowed } = stableEnds(input, isMarkable);
  const ends = isFollowed && purpose === "turn" ? [task, before, last] : [task];
  return [...new Set(ends.filter((end) => end !== null))];
}
