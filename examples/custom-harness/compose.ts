import { join } from "node:path";
import keepEssentials from "@varve/keep-essentials";
import { createKernel, install, type Kernel } from "@varve/kernel";
import modelOpenai from "@varve/model-openai";
import history from "@varve/section-history";
import plan from "@varve/section-plan";
import stateSummary from "@varve/section-state-summary";
import systemPrompt from "@varve/section-system-prompt";
import toolResults from "@varve/section-tool-results";
import stateAjv, { validateSchema } from "@varve/state-ajv";
import storeSqlite from "@varve/store-sqlite";
import summariseExtractive from "@varve/summarise-extractive";
import tokensO200k from "@varve/tokens-o200k";
import triggerFraction from "@varve/trigger-fraction";
import patience from "./patience.ts";
import scriptedModel from "./scripted-model.ts";
import teller from "./teller.ts";

const PROMPT =
  "You read programs and explain them to people who will change them. Plan first, and keep the plan up to date.";

/** A kernel of chosen plugins, in the order in which they are applied: nothing is switched on that does not stand here. */
export function harnessKernel(folder: string): Promise<Kernel> {
  return createKernel({
    plugins: [
      // What the model sees, in the order of the window. There is no task and no roster: nobody declares those sections.
      install(systemPrompt, { text: PROMPT }),
      install(plan, undefined),
      install(stateSummary, undefined),
      install(history, undefined),
      install(toolResults, {}),
      // What it may cost. The last is ours, and has a say in what the three before it come to.
      install(tokensO200k, undefined),
      install(triggerFraction, undefined),
      install(keepEssentials, undefined),
      install(summariseExtractive, {}),
      install(patience, { most_tokens: 4_500 }),
      // Where it goes: values are checked, states are stored, requests are encoded, and a script answers them.
      install(stateAjv, undefined),
      install(storeSqlite, { path: join(folder, "harness.db") }),
      install(modelOpenai, { name: "gpt-6.1-sol" }),
      install(scriptedModel, undefined),
      install(teller, undefined),
    ],
    // This plan changes at almost every step: behind the results, a change of it leaves them cached.
    order: ["tool_results", "plan"],
    context: { turnBudgetTokens: 5_000, compactionFraction: 0.75, compactionTarget: 0.45 },
    validate: validateSchema,
    clock: Date.now,
  });
}
