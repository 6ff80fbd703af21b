import type {
  EncodedRequest,
  InputItem,
  ModelResponse,
  ToolDefinition,
  Usage,
  Window,
  WindowItem,
} from "@varve/kernel";
import { entryId } from "@varve/test-builders";
import type { LedgerCall } from "../src/index.ts";

/** A section: its id, its text, its counted tokens. */
type SectionLayout = readonly [id: string, text: string, tokens: number];

/** What a window is made of, in its order. */
export interface Layout {
  readonly tools?: readonly ToolDefinition[];
  readonly toolTokens?: number;
  readonly instructions?: readonly SectionLayout[];
  /** Sections that stand in one message before the history. */
  readonly task?: readonly SectionLayout[];
  readonly history?: readonly WindowItem[];
  /** Sections behind it. */
  readonly behind?: readonly SectionLayout[];
  readonly taskId?: string;
  readonly turn?: number;
}

const SYSTEM: SectionLayout = ["system_prompt", "You are a careful engineer.", 1_000];

export function windowFrom(layout: Layout): Window {
  const { tools = [], toolTokens = 0, instructions = [SYSTEM], task = [], history = [], behind = [] } = layout;
  const input = [...messageOf(task, "task"), ...history, ...messageOf(behind, "turn")];
  const place = ([id, text, tokens]: SectionLayout, where: "instructions" | "input") => {
    const stability = where === "instructions" ? ("static" as const) : ("task" as const);
    return { id, stability, place: where, tokens, plugins: ["test"], text, entries: 0 };
  };
  const sections = [
    ...instructions.map((each) => place(each, "instructions")),
    ...[...task, ...behind].map((each) => place(each, "input")),
  ];
  const tokens =
    toolTokens +
    instructions.reduce((sum, [, , own]) => sum + own, 0) +
    input.reduce((sum, { tokens: own }) => sum + own, 0);
  return {
    taskId: layout.taskId ?? "task-1",
    turn: layout.turn ?? 0,
    instructions: instructions.map(([, text]) => text).join("\n\n"),
    tools,
    input,
    sections,
    toolTokens,
    tokens,
    estimate: { tokens, basis: "counted" },
  };
}

function messageOf(sections: readonly SectionLayout[], stability: "task" | "turn"): readonly WindowItem[] {
  if (sections.length === 0) return [];
  const parts = sections.map(([, text]) => ({ kind: "text" as const, text }));
  return [
    {
      item: { kind: "message", role: "developer", parts },
      tokens: sections.reduce((sum, [, , tokens]) => sum + tokens, 0),
      stability,
      sections: sections.map(([id]) => id),
    },
  ];
}

/** A history entry `e<number>` of some tokens. */
export function entry(
  number: number,
  tokens: number,
  kind: "user" | "assistant" | "call" | "result" = "user",
  words = `what is said in e${number}`,
): WindowItem {
  const section = kind === "result" ? "tool_results" : "history";
  return { item: itemOf(number, kind, words), tokens, stability: "turn", sections: [section], entry: entryId(number) };
}

function itemOf(number: number, kind: "user" | "assistant" | "call" | "result", words: string): InputItem {
  const callId = `call_${number}`;
  if (kind === "call") return { kind: "tool_call", callId, name: "grep", arguments: words };
  const parts = [{ kind: "text" as const, text: words }];
  return kind === "result" ? { kind: "tool_result", callId, parts } : { kind: "message", role: kind, parts };
}

/** Entries from one number to another, each of the same size. */
export function entries(from: number, to: number, tokens: number): readonly WindowItem[] {
  return Array.from({ length: to - from + 1 }, (_, index) => entry(from + index, tokens));
}

export function usageOf(inputTokens: number, cachedTokens = 0, more: Partial<Usage> = {}): Usage {
  return { inputTokens, cachedTokens, cacheWriteTokens: 0, outputTokens: 100, reasoningTokens: 0, ...more };
}

/** How a window was sent and answered. */
export interface Answered {
  readonly provider?: string;
  readonly model?: string;
  readonly body?: EncodedRequest["body"];
  readonly cacheBreakpoints?: readonly number[];
  readonly usage?: Usage | null;
  readonly purpose?: "turn" | "summary";
  readonly atMs?: number | null;
  readonly retries?: ModelResponse["retries"];
}

export function callOf(window: Window, answered: Answered = {}): LedgerCall {
  const { provider = "openai", model = "gpt-5", body = {}, cacheBreakpoints, usage = null, retries } = answered;
  return {
    window,
    purpose: answered.purpose ?? "turn",
    request: {
      provider,
      body: { model, ...body },
      ...(cacheBreakpoints === undefined ? {} : { cacheBreakpoints }),
    },
    response: {
      items: [],
      usage,
      model,
      finish: "stop",
      requestId: null,
      ...(retries === undefined ? {} : { retries }),
    },
    atMs: answered.atMs === undefined ? 0 : answered.atMs,
  };
}
