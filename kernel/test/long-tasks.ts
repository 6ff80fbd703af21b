import {
  type AgentState,
  append,
  type CompactionRecord,
  createState,
  type EntryId,
  type Installation,
  type Kernel,
  type PluginKernel,
  type SummariseContext,
} from "@varve/kernel";
import { type Conversation, conversation } from "@varve/test-builders";
import { plugin } from "./minimal-kernel.ts";

export const TIGHT = { context: { turnBudgetTokens: 400, compactionFraction: 0.5 } } as const;

export function stateOf(talk: Conversation): AgentState {
  return append(createState({ taskId: "t" }), talk.items);
}

export function longTalk(exchanges = 20): Conversation {
  const talk = conversation().user("please find it");
  for (let number = 0; number < exchanges; number += 1) talk.exchange("grep", { number }, `${number} `.repeat(50));
  return talk;
}

export function summariser(
  answer: Parameters<PluginKernel["hooks"]["compaction"]["summarise"]["in"]["tap"]>[1],
): Installation {
  return plugin("strategy", (kernel) => kernel.hooks.compaction.summarise.in.tap("strategy", answer));
}

/** The first two exchanges of what is offered: too little, so that the loop goes on. */
export function oldest({ removed }: SummariseContext): readonly EntryId[] {
  return removed.slice(0, 4).map(({ id }) => id);
}

export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

/** Every call id of a window, and which of them are answered. */
export function pairsOf(window: Awaited<ReturnType<Kernel["assemble"]>>): {
  readonly calls: readonly string[];
  readonly results: readonly string[];
} {
  const items = window.input.map(({ item }) => item);
  return {
    calls: items.flatMap((item) => (item.kind === "tool_call" ? [item.callId] : [])),
    results: items.flatMap((item) => (item.kind === "tool_result" ? [item.callId] : [])),
  };
}

export function first(records: readonly CompactionRecord[]): CompactionRecord {
  const [record] = records;
  if (record === undefined) throw new Error("no record");
  return record;
}

export function last(records: readonly CompactionRecord[]): CompactionRecord {
  return first(records.toReversed());
}
