import type { CompactionProposal, EventMap, EventName } from "@varve/kernel";
import { errorFacts } from "./error-facts.ts";

/** How an event is logged. The facts are numbers, ids and names: never what was said, called, answered or summarised. */
export interface EventLine<Event> {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly facts: (event: Event) => object;
}

/** Every event but the pieces of answers: they are content, and the whole answer is told of as `invoked`. */
export const EVENT_LINES: { readonly [Name in Exclude<EventName, "delta">]: EventLine<EventMap[Name]> } = {
  assembled: {
    level: "debug",
    facts: ({ window, state }) => ({
      tokens: window.estimate.tokens,
      basis: window.estimate.basis,
      countedTokens: window.tokens,
      items: window.input.length,
      sections: window.sections.length,
      tools: window.tools.length,
      entries: state.history.length,
    }),
  },
  decided: { level: "debug", facts: ({ decision }) => ({ ...decision }) },
  compacting: { level: "debug", facts: ({ reason, tokens }) => ({ reason, tokens }) },
  compacted: { level: "info", facts: ({ record }) => ({ ...compactionFacts(record), usage: record.usage }) },
  refused: { level: "warn", facts: ({ proposal, decision }) => ({ ...compactionFacts(proposal), decision }) },
  prefixChanged: { level: "warn", facts: ({ section, offset }) => ({ section, offset }) },
  toolsHeld: { level: "warn", facts: ({ missing, added, changed }) => ({ missing, added, changed }) },
  usageStalled: { level: "warn", facts: ({ inputTokens, countedTokens }) => ({ inputTokens, countedTokens }) },
  invoked: {
    level: "debug",
    facts: ({ purpose, plugin, response: { model, finish, requestId, usage, items, retries } }) => ({
      purpose,
      plugin,
      model,
      finish,
      requestId,
      usage,
      items: items.length,
      ...(retries === undefined ? {} : { retries }),
    }),
  },
  failed: { level: "error", facts: ({ error }) => ({ error: errorFacts(error) }) },
};

function compactionFacts(proposal: CompactionProposal): object {
  return {
    record: proposal.id,
    reason: proposal.reason,
    tokensBefore: proposal.tokensBefore,
    tokensAfter: proposal.tokensAfter,
    uncachedTokens: proposal.uncachedTokens,
    removed: proposal.removed.length,
    inserted: proposal.inserted.length,
    markedPast: proposal.markedPast.length,
    folded: proposal.folded.map(({ section }) => section),
    plugins: proposal.decisions.map(({ operation, plugin }) => `${operation} ${plugin}`),
  };
}
