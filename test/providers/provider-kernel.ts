import keepEssentials from "@varve/keep-essentials";
import {
  type AgentState,
  append,
  createKernel,
  createState,
  type Installation,
  install,
  type Kernel,
} from "@varve/kernel";

import modelAnthropic from "@varve/model-anthropic";
import modelOpenai from "@varve/model-openai";
import history from "@varve/section-history";
import stateSummary from "@varve/section-state-summary";
import systemPrompt from "@varve/section-system-prompt";
import task from "@varve/section-task";
import toolResults from "@varve/section-tool-results";
import { validateSchema } from "@varve/state-ajv";
import storeMemory from "@varve/store-memory";
import summariseModel from "@varve/summarise-model";
import {
  CHAT_COMPLETIONS,
  type Conversation,
  conversation,
  type Dialect,
  MESSAGES,
  RESPONSES,
  type ScriptedServer,
} from "@varve/test-builders";
import tokens from "@varve/tokens-o200k";
import triggerFraction from "@varve/trigger-fraction";

/** A key that must be nowhere but in the header of a request. */
export const KEY = "sk-test-b7f0a1c2d3e4-never-to-be-told";

export const FORMATS: readonly Dialect[] = [RESPONSES, CHAT_COMPLETIONS, MESSAGES];

/** The variable that a provider's key is read from. */
export function keyVariable({ api }: Dialect): string {
  return api === "messages" ? "ANTHROPIC_API_KEY" : "OPENAI_API_KEY";
}

export interface ProviderOptions {
  readonly stream?: boolean;
  readonly timeout_ms?: number;
  readonly max_retries?: number;
  readonly context_window_tokens?: number;
  readonly max_output_tokens?: number;
}

/** The plugin of a wire format, at a scripted server. */
function modelOf(dialect: Dialect, server: ScriptedServer, options: ProviderOptions = {}): Installation {
  const common = { timeout_ms: 2_000, max_output_tokens: 1_000, context_window_tokens: 100_000, ...options };
  if (dialect.api === "messages")
    return install(modelAnthropic, { name: "claude-demo", base_url: server.url, ...common });
  const base_url = `${server.url}/v1`;
  return install(modelOpenai, { name: "gpt-demo", api: dialect.api, base_url, ...common });
}

/** A kernel that asks a scripted server for answers and for summaries. */
export function providerKernel(
  dialect: Dialect,
  server: ScriptedServer,
  more: ProviderOptions & {
    readonly budget?: number;
    readonly store?: Installation;
    readonly plugins?: readonly Installation[];
  } = {},
): Promise<Kernel> {
  const { budget = 50_000, plugins = [], store = install(storeMemory, undefined), ...options } = more;
  return createKernel({
    plugins: [
      install(systemPrompt, { text: "You are a careful engineer." }),
      install(task, undefined),
      install(stateSummary, undefined),
      install(history, undefined),
      install(toolResults, {}),
      install(tokens, undefined),
      install(triggerFraction, undefined),
      install(keepEssentials, undefined),
      install(summariseModel, {}),
      store,
      modelOf(dialect, server, options),
      ...plugins,
    ],
    context: { turnBudgetTokens: budget, compactionFraction: 0.75, compactionTarget: 0.4 },
    validate: validateSchema,
    clock: Date.now,
  });
}

const TOOLS = [{ name: "grep", parameters: { type: "object" } }] as const;

/** A task that has gone on for some exchanges, each with a result of about 60 tokens. */
export function taskOf(exchanges: number): AgentState {
  const talk: Conversation = conversation().user("Find out why the import fails.");
  for (let number = 0; number < exchanges; number += 1) {
    const lines = Array.from(
      { length: 6 },
      (_, line) => `src/import-${number}.ts:${line + 1}: const total = ${number * line};`,
    );
    talk.exchange("grep", { pattern: `total${number}` }, lines.join("\n"));
  }
  const data = { task: { goal: "Mend the import.", acceptance_criteria: ["The import of March runs."] } };
  return append(createState({ taskId: "import-7", tools: TOOLS, data }), talk.items);
}

/** The error of a promise that is expected to be rejected. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const kept = Symbol("kept");
  const outcome = await promise.then(
    () => kept,
    (error: unknown) => error,
  );
  if (outcome === kept) throw new Error("the promise was kept; it should have been rejected");
  return outcome;
}
