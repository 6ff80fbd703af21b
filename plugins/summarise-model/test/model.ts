import {
  type AskOptions,
  type InputItem,
  isJsonObject,
  type ModelLimits,
  type ModelResponse,
  message,
  plainText,
  type SummariseContext,
  type SummariseResult,
  type Usage,
  type Window,
} from "@varve/kernel";
import { tapped } from "@varve/test-builders";
import plugin, { type SummariseModelOptions } from "../src/index.ts";

/** One call that the summariser made. */
export interface Asked {
  readonly window: Window;
  readonly options: AskOptions;
}

export function answer(summary: string, more: Partial<ModelResponse> = {}): ModelResponse {
  return {
    items: [message("assistant", summary)],
    usage: null,
    model: "gpt-5",
    finish: "stop",
    requestId: "req_1",
    ...more,
  };
}

export function usage(inputTokens: number, outputTokens: number): Usage {
  return { inputTokens, cachedTokens: inputTokens / 2, cacheWriteTokens: 1, outputTokens, reasoningTokens: 2 };
}

export function limitsOf(windowTokens: number, outputTokens: number): ModelLimits {
  return { provider: "openai", name: "gpt-5", windowTokens, outputTokens };
}

/** A token for every four characters, and four for each item. */
export function count(content: string | InputItem): number {
  return typeof content === "string" ? Math.ceil(content.length / 4) : Math.ceil(plainText(content).length / 4) + 4;
}

/** What a request comes to, with the room for its answer. */
export function tokensOf({ window, options }: Asked): number {
  const input = window.input.reduce((sum, { item }) => sum + count(item), 0);
  return count(window.instructions) + window.toolTokens + input + (options.maxOutputTokens ?? 0);
}

/** Everything that a request says, one text for each item. */
export function textsOf({ window }: Asked): readonly string[] {
  return window.input.map(({ item }) => plainText(item));
}

export function lastText(asked: Asked | undefined): string {
  return (asked === undefined ? [] : textsOf(asked)).at(-1) ?? "";
}

/** The summariser over a model that gives these answers in turn, and the last one from then on. */
export async function summariser(
  answers: readonly (ModelResponse | ((asked: Asked) => ModelResponse | Promise<ModelResponse>))[],
  more: {
    readonly model?: ModelLimits;
    readonly options?: SummariseModelOptions;
    readonly onCount?: (content: string | InputItem) => void;
  } = {},
) {
  const asked: Asked[] = [];
  const summarise = await tapped(plugin, more.options, {
    model: more.model ?? null,
    count: async (content) => {
      more.onCount?.(content);
      return count(content);
    },
    ask: async (window, options = {}) => {
      const call = { window, options };
      asked.push(call);
      const given = answers[Math.min(asked.length, answers.length) - 1];
      if (given === undefined) throw new Error("this test gives no answer");
      return typeof given === "function" ? given(call) : given;
    },
  });
  return {
    asked,
    summarise: async (context: SummariseContext): Promise<SummariseResult> => {
      const result = await summarise.call("compaction.summarise.in", context);
      if (!isJsonObject(result)) throw new Error(`no result: ${JSON.stringify(result)}`);
      return result;
    },
  };
}
