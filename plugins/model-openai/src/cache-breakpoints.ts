import type { InputItem, WindowItem } from "@varve/kernel";
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
 * @param isMarkable whether a mark can be set on what an item became; an answer of the model takes none
 */
export function breakpointItems(
  input: readonly WindowItem[],
  isMarkable: (index: number) => boolean,
): readonly number[] {
  const first = input.findIndex(({ entry }) => entry !== undefined);
  const last = input.findLastIndex(({ entry }) => entry !== undefined);
  const task = input
    .slice(0, first === -1 ? input.length : first)
    .findLastIndex(({ stability }) => stability === "task");
  const marked = new Set<number>();
  const mark = (end: number, least: number): void => {
    for (let index = end; index > least; index -= 1) {
      if (!isMarkable(index)) continue;
      marked.add(index);
      return;
    }
  };
  mark(task, -1);
  if (last !== -1 && last < input.length - 1) {
    mark(endOfRequestBefore(input, first, last), first - 1);
    mark(last, first - 1);
  }
  return [...marked];
}

/** The last item before the model's newest answer: there the request that it answered ended. */
function endOfRequestBefore(input: readonly WindowItem[], first: number, last: number): number {
  let index = last;
  while (index >= first && !isAnswer(input[index]?.item)) index -= 1;
  while (index >= first && isAnswer(input[index]?.item)) index -= 1;
  return index;
}

function isAnswer(item: InputItem | undefined): boolean {
  if (item === undefined) return false;
  return item.kind === "message" ? item.role === "assistant" : item.kind !== "tool_result";
}
