import {
  type EntryId,
  type Part,
  type SummariseContext,
  text,
  untrusted,
  type Window,
  type WindowItem,
} from "@varve/kernel";
import { type Instruction, replayInstruction } from "./instruction.ts";
import { lastRequestEnd } from "./last-request.ts";
import { Names } from "./names.ts";

/** More entries than these cannot be told apart from what goes by being named; they are then not shown at all. */
const MOST_PINNED = 20;

/**
 * How far the conversation is replayed: the whole last request, which is what the provider has in its cache, or up to the
 * last entry that is removed, which is shorter.
 */
export type Reach = "last_request" | "removed";

/** The beginning of the window, and what is to be said behind it. */
export interface Replay {
  readonly prefix: readonly WindowItem[];
  readonly instruction: readonly Part[];
}

/**
 * The window's own items, from the first one on: byte for byte what the model was sent before. `null` where that cannot be
 * shown on its own: a call in it waits for its result, much that stays stands within what is removed, or nothing of what is
 * removed stands in the window. `null` also where the last request does not reach beyond what is removed.
 */
export async function replayOf(context: SummariseContext, reach: Reach, facts: Instruction): Promise<Replay | null> {
  const { window, removed, folded, previousSummary } = context;
  const ids = new Set(removed.map(({ id }) => id));
  const boundary = removedEnd(window, ids);
  if (boundary === null) return null;
  const end = reach === "removed" ? boundary : lastRequestEnd(context);
  if (reach === "last_request" && (removed.length === 0 || end <= boundary)) return null;

  const prefix = window.input.slice(0, end);
  const [older, behind] = [prefix.slice(0, boundary), prefix.slice(boundary)];
  const isRemoved = ({ entry }: WindowItem) => entry !== undefined && ids.has(entry);
  const pinned = older.filter((each) => each.entry !== undefined && !isRemoved(each));
  if (pinned.length > MOST_PINNED || hasOpenCall(prefix)) return null;
  const names = new Names(prefix);
  const last = names.of(older.filter(isRemoved)).at(-1);
  // Where what is removed ends could not be said.
  if (behind.length > 0 && last === undefined) return null;

  const shown = sectionTexts(window, prefix);
  const isMissing = (words: string) => !shown.some((each) => each.includes(words));
  const hidden = [
    ...(previousSummary !== null && isMissing(previousSummary.trim())
      ? [{ section: "previous_summary", text: previousSummary }]
      : []),
    ...folded.filter((section) => isMissing(section.text.trim())),
  ];
  const words = replayInstruction({
    ...facts,
    boundary: behind.length === 0 || last === undefined ? null : { last, next: names.of(behind)[0] ?? null },
    pinned: names.of(pinned),
    folded: folded.map(({ section }) => section),
    hasPreviousSummary: previousSummary !== null,
  });
  // What is not in sight came out of the conversation, so it is shown as data and not said by the harness.
  const blocks = await Promise.all(hidden.map((each) => untrusted(each.section, [text(each.text)])));
  return { prefix, instruction: [...blocks.flat(), text(words)] };
}

/**
 * Behind the last removed item; where no entry is removed, behind the sections that stand before the history. `null` where
 * nothing of what is removed stands in the window.
 */
function removedEnd({ input }: Window, removed: ReadonlySet<EntryId>): number | null {
  if (removed.size === 0) {
    const first = input.findIndex(({ entry }) => entry !== undefined);
    return first === -1 ? input.length : first;
  }
  const last = input.findLastIndex(({ entry }) => entry !== undefined && removed.has(entry));
  return last === -1 ? null : last + 1;
}

function hasOpenCall(prefix: readonly WindowItem[]): boolean {
  const open = new Map<string, number>();
  for (const { item } of prefix) {
    if (item.kind === "tool_call") open.set(item.callId, (open.get(item.callId) ?? 0) + 1);
    if (item.kind === "tool_result") open.set(item.callId, (open.get(item.callId) ?? 0) - 1);
  }
  return [...open.values()].some((calls) => calls > 0);
}

/** What the sections say in the instructions and in the prefix. */
function sectionTexts({ instructions }: Window, prefix: readonly WindowItem[]): readonly string[] {
  const messages = prefix.flatMap(({ entry, item }) => (entry === undefined && item.kind === "message" ? [item] : []));
  const texts = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])));
  return [instructions, ...texts];
}
