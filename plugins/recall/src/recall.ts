import { type AgentState, type Kernel, reasonOf, type ToolCall, type ToolResult, text } from "@varve/kernel";
import { placeOf, searchEntries } from "./entry-search.ts";
import type { Recalled } from "./held.ts";
import { type RecallRequest, recallRequest } from "./recall-request.ts";
import { type RemovedEntry, removedEntries } from "./removed-entry.ts";

export interface RecallOptions {
  /** The most that one result shows, characters. Absent: 8,000. */
  readonly maxCharacters?: number;
  /** The most that a search finds. Absent: 5. */
  readonly maxMatches?: number;
  /** The most that is held in sight, characters. Absent: 16,000. */
  readonly maxHeldCharacters?: number;
  readonly signal?: AbortSignal;
}

type Need = Pick<Kernel, "records" | "write">;

/** How much of an entry a search or a list shows, characters. */
const EXCERPT = 400;

/**
 * Answers a call of {@link recallTool}: a result, and the state, which differs where something is held or released. What is wrong
 * with the call is told to the model; it is never thrown.
 */
export async function recall(
  kernel: Need,
  state: AgentState,
  call: ToolCall,
  options: RecallOptions = {},
): Promise<{ readonly state: AgentState; readonly result: ToolResult }> {
  const answer = (words: string, isError = false): ToolResult => {
    return { kind: "tool_result", callId: call.callId, parts: [text(words)], ...(isError ? { isError } : {}) };
  };
  const request = recallRequest(call.arguments);
  if ("problem" in request) return { state, result: answer(`Nothing was looked for: ${request.problem}.`, true) };
  try {
    const { records, damaged } = await kernel.records(
      state.taskId,
      options.signal === undefined ? {} : { signal: options.signal },
    );
    const removed = removedEntries(records, state);
    const found = foundBy(request, removed, options.maxMatches ?? 5);
    const note =
      damaged.length === 0 ? "" : `\n${damaged.length} records cannot be read; what they removed is not in here.`;
    const next = await withHeld(kernel, state, request, found, options);
    return { state: next.state, result: answer(`${shown(request, found, removed, options)}${next.note}${note}`) };
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    return { state, result: answer(`Nothing could be recalled: ${reasonOf(error)}`, true) };
  }
}

function foundBy({ entry, record, query }: RecallRequest, removed: readonly RemovedEntry[], most: number) {
  if (entry !== undefined) return removed.filter(({ id }) => id === entry);
  const within = record === undefined ? removed : removed.filter((each) => each.record === record);
  if (query !== undefined) return searchEntries(within, query, most);
  return record === undefined ? [] : within;
}

/** The answer as the model reads it: one entry whole, as far as it fits, or an excerpt of each. */
function shown(
  { entry, query, record, offset = 0, release }: RecallRequest,
  found: readonly RemovedEntry[],
  removed: readonly RemovedEntry[],
  { maxCharacters = 8_000 }: RecallOptions,
): string {
  if (found.length === 0) {
    if (release !== undefined && entry === undefined && query === undefined && record === undefined) return "Released.";
    const what =
      removed.length === 0
        ? "Nothing was removed from this conversation yet"
        : `None of the ${removed.length} removed entries matches`;
    return `${what}. What is still in the conversation is not searched.`;
  }
  const [only] = found;
  if (entry !== undefined && only !== undefined) return wholeOf(only, offset, maxCharacters);
  let left = maxCharacters;
  const lines: string[] = [];
  for (const each of found) {
    const line = excerptOf(each, query ?? "");
    if (lines.length > 0 && line.length > left) break;
    left -= line.length;
    lines.push(line);
  }
  const more = found.length - lines.length;
  const rest = more === 0 ? "" : `\n\n${more} more are not shown: search for something narrower.`;
  return `${lines.join("\n\n")}${rest}\n\nRead one whole with its id: {"entry": "${only?.id}"}.`;
}

function wholeOf({ id, from, record, text: words }: RemovedEntry, offset: number, most: number): string {
  const part = words.slice(offset, offset + most).toWellFormed();
  const end = offset + part.length;
  const range = end < words.length || offset > 0 ? `, characters ${offset} to ${end} of ${words.length}` : "";
  const next = end < words.length ? `\n[Go on with {"entry": "${id}", "offset": ${end}}.]` : "";
  return `[${id}, ${from}, removed by ${record}${range}]\n${part}${next}`;
}

function excerptOf({ id, from, text: words }: RemovedEntry, query: string): string {
  if (words.length <= EXCERPT) return `[${id}, ${from}]\n${words}`;
  const begin = Math.max(0, Math.min(placeOf(words, query) - EXCERPT / 4, words.length - EXCERPT));
  const part = words.slice(begin, begin + EXCERPT).toWellFormed();
  return `[${id}, ${from}, ${words.length} characters]\n${begin > 0 ? "…" : ""}${part}${begin + EXCERPT < words.length ? "…" : ""}`;
}

async function withHeld(
  kernel: Need,
  state: AgentState,
  { hold = false, release = [] }: RecallRequest,
  found: readonly RemovedEntry[],
  { maxHeldCharacters = 16_000, signal }: RecallOptions,
): Promise<{ readonly state: AgentState; readonly note: string }> {
  const before = state.data.recalled?.entries ?? [];
  const kept = before.filter(({ id }) => !release.includes(id));
  const held = [...kept];
  const tooLong: string[] = [];
  for (const entry of hold ? found : []) {
    if (held.some(({ id }) => id === entry.id)) continue;
    const size = held.reduce((sum, each) => sum + each.text.length, 0);
    if (size + entry.text.length > maxHeldCharacters) tooLong.push(entry.id);
    else held.push(entry);
  }
  if (held.length === before.length && kept.length === before.length && tooLong.length === 0)
    return { state, note: "" };
  const recalled: Recalled = { entries: held };
  const next = await kernel.write(state, "recalled", recalled, signal === undefined ? {} : { signal });
  const ids = held.map(({ id }) => id).join(", ");
  const notes = [
    held.length === 0 ? "Nothing is held now." : `Held in sight: ${ids}.`,
    ...(tooLong.length === 0 ? [] : [`Not held, there is no room: ${tooLong.join(", ")}. Release something first.`]),
  ];
  return { state: next, note: `\n\n${notes.join(" ")}` };
}
