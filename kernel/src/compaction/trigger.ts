import type { TriggerContext } from "../hooks/contexts.ts";
import { receiptOf } from "../hooks/receipt.ts";
import type { Registry } from "../hooks/registry.ts";
import { freeze } from "../immutable.ts";
import type { AgentState, HistoryEntry } from "../state/agent-state.ts";
import type { Decision } from "../state/record.ts";

/** Over how many turns growth is measured. */
const GROWTH_TURNS = 8;

/** What the trigger answered, with its receipt. */
export interface Verdict {
  readonly compact: boolean;
  readonly decision: Decision;
}

/** Asks `compaction.trigger`. */
export async function askTrigger(registry: Registry, context: TriggerContext): Promise<Verdict> {
  const answer = await registry.operations["compaction.trigger"].run(freeze(context));
  const { compact, reason } =
    typeof answer.result === "boolean" ? { compact: answer.result, reason: undefined } : answer.result;
  return { compact, decision: receiptOf("compaction.trigger", answer, compact ? "yes" : "no", reason) };
}

/** Mean tokens that the last turns added to the history. */
export function growthPerTurn(state: AgentState, tokensOf: (entry: HistoryEntry) => number): number {
  const turns = Math.min(GROWTH_TURNS, state.turn);
  if (turns === 0) return 0;
  let tokens = 0;
  for (let index = state.history.length - 1; index >= 0; index -= 1) {
    const entry = state.history[index];
    if (entry === undefined || entry.turn < state.turn - turns) break;
    tokens += tokensOf(entry);
  }
  return Math.round(tokens / turns);
}
