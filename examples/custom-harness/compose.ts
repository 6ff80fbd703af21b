import { join } from "node:path";
import keepEssentials from "@varve/keep-essentials";
import { createKernel, type Installation, install, type Kernel } from "@varve/kernel";
import history from "@varve/section-history";
import plan from "@varve/section-plan";
import stateSummary from "@varve/section-state-summary";
import systemPrompt from "@varve/section-system-prompt";
import toolResults from "@varve/section-tool-results";
import stateAjv, { validateSchema } from "@varve/state-ajv";
import storeSqlite from "@varve/store-sqlite";
import tokensO200k from "@varve/tokens-o200k";
import triggerFraction from "@varve/trigger-fraction";
import { type Asking, SCRIPTED } from "./asking.ts";
import teller from "./teller.ts";

const PROMPT =
  "You read programs and explain them to people who will change them. Plan first, and keep the plan up to date.";

export interface Composition {
  /** Absent: a script. */
  readonly asking?: Asking;
  /** The most that a call may have as input, tokens. */
  readonly budget?: number;
  /** What only watches, beside the rest. */
  readonly watching?: readonly Installation[];
}

/** A kernel of chosen plugins, in the order in which they are applied: nothing is switched on that does not stand here. */
export function harnessKernel(folder: string, composition: Composition = {}): Promise<Kernel> {
  const { asking = SCRIPTED, budget = 5_000, watching = [] } = composition;
  return createKernel({
    plugins: [
      // What the model sees, in the order of the window. There is no task and no roster: nobody declares those sections.
      install(systemPrompt, { text: PROMPT }),
      install(plan, undefined),
      install(stateSummary, undefined),
      install(history, undefined),
      install(toolResults, {}),
      // What it may cost, and who has a say in what the three before come to.
      install(tokensO200k, undefined),
      install(triggerFraction, undefined),
      install(keepEssentials, undefined),
      asking.summariser,
      ...asking.approvers,
      // Where it goes: values are checked, states are stored, requests are encoded, and answered.
      install(stateAjv, undefined),
      install(storeSqlite, { path: join(folder, "harness.db") }),
      ...asking.model,
      install(teller, undefined),
      ...watching,
    ],
    // This plan changes at almost every step: behind the results, a change of it leaves them cached.
    order: ["tool_results", "plan"],
    context: { turnBudgetTokens: budget, compactionFraction: 0.75, compactionTarget: 0.45 },
    validate: validateSchema,
    clock: Date.now,
  });
}
