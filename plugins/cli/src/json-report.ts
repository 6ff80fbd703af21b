import type { CompactionRecord } from "@varve/kernel";
import type { ReplayedCall } from "./replay.ts";
import type { ReplayEnd, ReplayReport } from "./replay-report.ts";
import { added, NO_TOTALS } from "./replay-totals.ts";
import type { Output } from "./terminal.ts";

/**
 * Replays for programs: one JSON object a line, `kind: "call"` for each call and, last of all, one of `kind: "totals"`.
 * Tokens are counted ones, times milliseconds, paths absolute where Varve made what is there and as given elsewhere.
 */
export function jsonReport(out: Output): ReplayReport {
  let file = "";
  let format = "";
  let taskId = "";
  const line = (value: object): void => out.write(`${JSON.stringify(value)}\n`);
  return {
    begin: ({ recording }) => {
      ({ file, format, taskId } = recording);
    },
    call: (call, requestFile) => line({ kind: "call", file, format, taskId, ...callFacts(call), request: requestFile }),
    end: () => undefined,
    done: (sessions) =>
      line({
        kind: "totals",
        ...sessions.reduce((sum, { totals }) => added(sum, totals), NO_TOTALS),
        elapsedMs: Math.round(sessions.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0)),
        sessions: sessions.map(sessionFacts),
      }),
  };
}

function callFacts(replayed: ReplayedCall): object {
  const { call, window, cachedTokens, added: items, records, decisions, prefixChanges, recorded } = replayed;
  return {
    call,
    tokens: window.tokens,
    freshTokens: window.tokens - cachedTokens,
    cachedTokens,
    cachedShare: window.tokens === 0 ? 0 : cachedTokens / window.tokens,
    addedItems: items.length,
    inputItems: window.input.length,
    toolTokens: window.toolTokens,
    sections: window.sections.map(({ id, place, stability, tokens, entries }) => ({
      id,
      place,
      stability,
      tokens,
      entries,
    })),
    compactions: records.map(compactionFacts),
    decisions,
    prefixChanges: prefixChanges.map(({ section, offset, before, after }) => ({ section, offset, before, after })),
    recorded,
  };
}

/** A record without what was removed: that stands in the store, and in the requests folder. */
function compactionFacts(record: CompactionRecord): object {
  return {
    id: record.id,
    reason: record.reason,
    tokensBefore: record.tokensBefore,
    tokensAfter: record.tokensAfter,
    floorTokens: record.floorTokens,
    uncachedTokens: record.uncachedTokens,
    removedEntries: record.removed.length,
    insertedEntries: record.inserted.length,
    foldedSections: record.folded.map(({ section }) => section),
    summaryChanged: record.summaryAfter?.text !== record.summaryBefore?.text,
    decisions: record.decisions,
    usage: record.usage,
  };
}

function sessionFacts({ file, recording, totals, traces, elapsedMs, failure }: ReplayEnd): object {
  return {
    file,
    format: recording?.format ?? null,
    recognisedBy: recording?.recognisedBy ?? null,
    taskId: recording?.taskId ?? null,
    items: recording?.items.length ?? null,
    recordedCalls: recording?.calls.length ?? null,
    problems: recording?.problems ?? [],
    leftOut: recording?.leftOut ?? [],
    ...totals,
    elapsedMs: Math.round(elapsedMs),
    records: totals.compactions === 0 ? null : traces.records,
    requests: traces.requests,
    failure,
  };
}
