import type { InputItem, WindowItem } from "@varve/kernel";

/** Where the stable parts of a window's input end, as indices of input items; `null` where there is none to mark. */
export interface StableEnds {
  /** The last item of what stays for the whole task. After a compaction, what stands before it is still the same. */
  readonly task: number | null;
  /** The item that was the history's last in the request that the model's newest answer answered. */
  readonly before: number | null;
  /** The history's last item. */
  readonly last: number | null;
  /** Whether sections stand behind the history: what they say may be another the next time. */
  readonly isFollowed: boolean;
}

/**
 * The ends of the stable parts, each at the nearest item before it that can be marked.
 * @param isMarkable whether a provider takes a mark on what an item became
 */
export function stableEnds(input: readonly WindowItem[], isMarkable: (index: number) => boolean): StableEnds {
  const first = input.findIndex(({ entry }) => entry !== undefined);
  const last = input.findLastIndex(({ entry }) => entry !== undefined);
  const leading = input.slice(0, first === -1 ? input.length : first);
  const markable = (end: number, least: number): number | null => {
    for (let index = end; index >= least; index -= 1) if (isMarkable(index)) return index;
    return null;
  };
  const task = leading.findLastIndex(({ stability }) => stability === "task");
  return {
    task: markable(task, 0),
    before: last === -1 ? null : markable(endOfRequestBefore(input, first, last), first),
    last: last === -1 ? null : markable(last, first),
    isFollowed: last !== -1 && last < input.length - 1,
  };
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
