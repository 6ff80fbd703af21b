import type { Replacement } from "../hooks/contexts.ts";
import { freeze, freezeShallow } from "../immutable.ts";
import type { AgentState, EntryId, HistoryEntry, Made } from "../state/agent-state.ts";
import type { PlacedEntry } from "../state/record.ts";
import { makeEntry } from "../state/transitions.ts";
import { isRequest } from "./exchanges.ts";

/** A history with some entries gone and others in their place. */
export interface HistoryChange {
  readonly history: readonly HistoryEntry[];
  readonly removed: readonly PlacedEntry[];
  readonly inserted: readonly PlacedEntry[];
  readonly markedPast: readonly EntryId[];
  readonly nextEntry: number;
}

/**
 * Takes entries out of a state's history and puts replacements in. A replacement stands in the place of the entry it
 * replaces, or, where it names none, at the place of the first removed entry. What users said before the request being worked
 * on, and whose exchanges went, is marked as past.
 */
export function changeHistory(
  state: AgentState,
  asked: {
    readonly removes: ReadonlySet<EntryId>;
    readonly replacement: readonly Replacement[];
    readonly made: Made;
    /** The request being worked on. */
    readonly request: HistoryEntry | null;
  },
): HistoryChange {
  const { removes, replacement, made } = asked;
  const entries = replacement.map(({ item }, offset) => {
    const entry = makeEntry(state, state.nextEntry + offset, item, made);
    // What a compaction writes in the user's name is told as past: only the user makes requests.
    return item.kind === "message" && item.role === "user" ? asPast(entry) : entry;
  });
  const inPlace = new Map<EntryId, HistoryEntry[]>();
  const atFront: HistoryEntry[] = [];
  for (const [offset, entry] of entries.entries()) {
    const replaces = replacement[offset]?.replaces;
    if (replaces === undefined) atFront.push(entry);
    else inPlace.set(replaces, [...(inPlace.get(replaces) ?? []), entry]);
  }

  const past = pastRequests(state.history, asked.request, removes, inPlace);
  const history: HistoryEntry[] = [];
  const removed: PlacedEntry[] = [];
  const inserted: PlacedEntry[] = [];
  const insert = (entry: HistoryEntry): void => {
    inserted.push({ index: history.length, entry });
    history.push(entry);
  };
  for (const [index, entry] of state.history.entries()) {
    if (!removes.has(entry.id)) {
      history.push(past.has(entry.id) ? asPast(entry) : entry);
      continue;
    }
    if (removed.length === 0) atFront.forEach(insert);
    removed.push({ index, entry });
    inPlace.get(entry.id)?.forEach(insert);
  }
  return {
    history: freezeShallow(history),
    removed,
    inserted,
    markedPast: [...past],
    nextEntry: state.nextEntry + entries.length,
  };
}

function asPast(entry: HistoryEntry): HistoryEntry {
  return freeze({ ...entry, past: true });
}

/** User messages that stay although something of what followed them goes, without being shown in another form. */
function pastRequests(
  history: readonly HistoryEntry[],
  current: HistoryEntry | null,
  removes: ReadonlySet<EntryId>,
  inPlace: ReadonlyMap<EntryId, unknown>,
): ReadonlySet<EntryId> {
  const past = new Set<EntryId>();
  let request: HistoryEntry | null = null;
  for (const entry of history) {
    if (entry.item.kind === "message" && entry.item.role === "user") {
      request = entry !== current && isRequest(entry) && !removes.has(entry.id) ? entry : null;
    } else if (request !== null && removes.has(entry.id) && !inPlace.has(entry.id)) {
      past.add(request.id);
    }
  }
  return past;
}
