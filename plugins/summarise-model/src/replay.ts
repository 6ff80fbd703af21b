import {
  type EntryId,
  head,
  type InputItem,
  type Part,
  type SummariseContext,
  text,
  untrusted,
  type Window,
  type WindowItem,
} from "@varve/kernel";
import { type Instruction, replayInstruction } from "./instruction.ts";

/** More entries than these cannot be told apart from what goes by being named; they are then not shown at all. */
const MOST_STAYING = 20;

/** How much of a message names it, UTF-16 code units. */
const EXCERPT = 100;

/** The beginning of the last request that ends with what is removed, and what is to be said behind it. */
export interface Replay {
  readonly prefix: readonly WindowItem[];
  readonly instruction: readonly Part[];
}

/**
 * The window's own items, from the first to the last one that is removed: byte for byte what the model was sent before, so
 * that the provider has it cached. `null` where that cannot be shown on its own: a call in it waits for its result, much of
 * it stays, or nothing of what is removed stands in the window.
 */
export async function replayOf(context: SummariseContext, facts: Instruction): Promise<Replay | null> {
  const { window, removed, folded, previousSummary } = context;
  const ids = new Set(removed.map(({ id }) => id));
  const prefix = window.input.slice(0, prefixEnd(window, ids));
  const staying = prefix.filter(({ entry }) => entry !== undefined && !ids.has(entry));
  const isShown = removed.length === 0 || prefix.some(({ entry }) => entry !== undefined);
  if (!isShown || staying.length > MOST_STAYING || hasOpenCall(prefix)) return null;

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
    stays: staying.flatMap(({ item }) => nameOf(item)),
    folded: folded.map(({ section }) => section),
    hasPreviousSummary: previousSummary !== null,
  });
  // What is not in sight came out of the conversation, so it is shown as data and not said by the harness.
  const blocks = await Promise.all(hidden.map((each) => untrusted(each.section, [text(each.text)])));
  return { prefix, instruction: [...blocks.flat(), text(words)] };
}

/** Behind the last removed item; without any, behind the sections that stand before the history. */
function prefixEnd({ input }: Window, removed: ReadonlySet<EntryId>): number {
  const last = input.findLastIndex(({ entry }) => entry !== undefined && removed.has(entry));
  if (last !== -1) return last + 1;
  const first = input.findIndex(({ entry }) => entry !== undefined);
  return first === -1 ? input.length : first;
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

/** Enough to recognise what stays by; a call stands for its result too. Tools' words are never repeated outside of their block. */
function nameOf(item: InputItem): readonly string[] {
  switch (item.kind) {
    case "message": {
      const said = item.parts.find((part) => part.kind === "text")?.text ?? "";
      return [`the ${item.role}'s message that begins ${excerpt(said)}`];
    }
    case "tool_call":
      return [`the call of ${item.name} with ${excerpt(item.arguments)}, and its result`];
    case "tool_result":
    case "reasoning":
    case "opaque":
      return [];
  }
}

function excerpt(words: string): string {
  return JSON.stringify(head(words, EXCERPT));
}
