import {
  type AgentState,
  append,
  complete,
  createKernel,
  createState,
  install,
  type Kernel,
  serialiseState,
  VarveError,
} from "@varve/kernel";
import modelOpenai from "@varve/model-openai";
import { validateSchema } from "@varve/state-ajv";
import fc from "fast-check";
import { expect } from "vitest";
import { minimal } from "../../kernel/test/minimal-kernel.ts";
import { type GeneratedTurn, generatedTurns } from "./conversations.ts";
import { type GeneratedPolicy, policyPlugin } from "./policies.ts";

/** How often each property is tried, and how long it may take: it is no measure of speed. */
export const RUNS = { numRuns: Number(process.env.VARVE_PROPERTY_RUNS ?? 1_000) } as const;

const TOOLS = [
  { name: "run", parameters: { type: "object" } },
  { name: "grep", parameters: { type: "object", properties: { b: {}, a: {} } } },
];

/** One prepared turn, as it is seen from outside. */
export interface Played {
  readonly before: AgentState;
  readonly prepared: Awaited<ReturnType<Kernel["prepare"]>>;
  readonly body: { readonly [key: string]: unknown };
}

export function kernelOf(policy: GeneratedPolicy, turnBudgetTokens: number): Promise<Kernel> {
  const model = install(modelOpenai, { name: "any", context_window_tokens: 1_000_000 });
  return createKernel({
    plugins: [install(minimal, undefined), model, policyPlugin(policy)],
    context: { turnBudgetTokens, compactionFraction: 0.5 },
    validate: validateSchema,
  });
}

/** Plays a generated task. A turn that fails leaves the state as it was, and the task goes on. */
export async function play(
  turns: readonly GeneratedTurn[],
  policy: GeneratedPolicy,
  turnBudgetTokens: number,
  see: (played: Played, kernel: Kernel) => void,
): Promise<void> {
  const kernel = await kernelOf(policy, turnBudgetTokens);
  let state = createState({ taskId: "t", tools: TOOLS });
  for (const { before, answer } of turns) {
    state = append(state, before);
    const json = serialiseState(state);
    try {
      const prepared = await kernel.prepare(state);
      const { body } = await kernel.encode(prepared.window);
      see({ before: state, prepared, body }, kernel);
      state = prepared.state;
      state = complete(state, { countedTokens: prepared.window.tokens, items: answer, usage: null, model: null });
    } catch (error) {
      if (!(error instanceof VarveError)) throw error;
      expect(serialiseState(state)).toBe(json);
      // The model was not asked, so it does not answer; what comes next finds the calls it answers missing.
      state = error.committed ?? state;
    }
  }
}

const budgets = fc.integer({ min: 150, max: 3_000 });
export const taskOf = (policies: fc.Arbitrary<GeneratedPolicy>) => [generatedTurns, policies, budgets] as const;

export function wireItems(body: Played["body"]): readonly { readonly type: string; readonly call_id?: string }[] {
  return Array.isArray(body.input) ? body.input : [];
}

/** The longest that a property may take, milliseconds. */
export const PATIENCE_MS = 240_000;
