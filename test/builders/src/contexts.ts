import type { Conversation } from "@varve/conformance/conversation";
import type {
  AgentState,
  CallContext,
  CompactionLimits,
  EncodeContext,
  KeepContext,
  SectionContext,
  SummariseContext,
  TriggerContext,
  Window,
  WindowItem,
} from "@varve/kernel";

export function callContext(more: Partial<CallContext> = {}): CallContext {
  return {
    taskId: "task-1",
    turn: 3,
    attempt: 1,
    correlationId: "task-1/3/1",
    signal: new AbortController().signal,
    ...more,
  };
}

/** What an encoder is told of a window: a turn of the kernel's own model, without limits. */
export function encodeContext(window: Window, more: Partial<EncodeContext> = {}): EncodeContext {
  return {
    ...callContext({ taskId: window.taskId, turn: window.turn }),
    window,
    model: null,
    purpose: "turn",
    toolChoice: "auto",
    maxOutputTokens: null,
    output: null,
    ...more,
  };
}

export function agentState(more: Partial<AgentState> = {}): AgentState {
  const history = more.history ?? [];
  return {
    format: 1,
    taskId: "task-1",
    turn: 3,
    version: 0,
    nextEntry: history.length + 1,
    history,
    summary: null,
    loadedSkills: [],
    tools: [],
    lastUsage: null,
    compaction: { count: 0, last: null, leftOut: [] },
    data: {},
    ...more,
  };
}

export function limits(more: Partial<CompactionLimits> = {}): CompactionLimits {
  return {
    windowTokens: null,
    turnBudgetTokens: 10_000,
    budgetTokens: 10_000,
    triggerTokens: 7_500,
    targetTokens: 3_750,
    ...more,
  };
}

/** A window whose input is the conversation as it is, one token for every four characters of JSON. */
export function windowOf(talk: Conversation, more: Partial<Window> = {}): Window {
  const input = talk.entries().map(({ item, id }): WindowItem => {
    const section = item.kind === "tool_result" ? "tool_results" : "history";
    return {
      item,
      tokens: Math.ceil(JSON.stringify(item).length / 4),
      stability: "turn",
      sections: [section],
      entry: id,
    };
  });
  const tokens = input.reduce((sum, each) => sum + each.tokens, 0);
  return {
    taskId: "task-1",
    turn: 3,
    instructions: "You are a careful engineer.",
    tools: [],
    input,
    sections: [],
    toolTokens: 0,
    tokens,
    estimate: { tokens, basis: "counted" },
    ...more,
  };
}

export function sectionContext(section: string, more: Partial<SectionContext> = {}): SectionContext {
  return { ...callContext(), section, instance: null, entry: null, toolName: null, state: agentState(), ...more };
}

export function triggerContext(more: Partial<TriggerContext> = {}): TriggerContext {
  return {
    ...callContext(),
    estimate: { tokens: 5_000, basis: "counted" },
    limits: limits(),
    floorTokens: 500,
    lastUsage: null,
    lastUsageAgeMs: null,
    growthTokensPerTurn: 200,
    compactionsThisTurn: 0,
    about: "window",
    ...more,
  };
}

export function keepContext(more: Partial<KeepContext> & { readonly window: Window }): KeepContext {
  return { ...callContext(), state: agentState(), limits: limits(), reason: "budget", sections: [], ...more };
}

/** What a summariser is told when the whole conversation is to be removed. */
export function summariseContext(talk: Conversation, more: Partial<SummariseContext> = {}): SummariseContext {
  const removed = talk.entries();
  return {
    ...callContext(),
    state: agentState({ history: removed }),
    window: windowOf(talk),
    removed,
    pinned: [],
    folded: [],
    previousSummary: null,
    limits: limits(),
    reason: "budget",
    ...more,
  };
}
