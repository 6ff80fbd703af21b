import keepEssentials from "@varve/keep-essentials";
import { createKernel, type Installation, install, type Kernel } from "@varve/kernel";
import modelOpenai from "@varve/model-openai";
import sectionHistory from "@varve/section-history";
import sectionStateSummary from "@varve/section-state-summary";
import sectionSystemPrompt from "@varve/section-system-prompt";
import sectionToolResults from "@varve/section-tool-results";
import { validateSchema } from "@varve/state-ajv";
import storeMemory from "@varve/store-memory";
import summariseExtractive from "@varve/summarise-extractive";
import tokensO200k from "@varve/tokens-o200k";
import triggerFraction from "@varve/trigger-fraction";

/** The default plugins without files, network or a database on disk. */
export function benchKernel(turnBudgetTokens: number): Promise<Kernel> {
  const plugins: readonly Installation[] = [
    install(sectionSystemPrompt, { text: "You are a careful engineer." }),
    install(sectionStateSummary, undefined),
    install(sectionHistory, undefined),
    install(sectionToolResults, {}),
    install(tokensO200k, undefined),
    install(triggerFraction, undefined),
    install(keepEssentials, undefined),
    install(summariseExtractive, {}),
    install(storeMemory, undefined),
    install(modelOpenai, { name: "bench", context_window_tokens: 2_000_000_000 }),
  ];
  return createKernel({ plugins, context: { turnBudgetTokens, compactionFraction: 0.75 }, validate: validateSchema });
}
