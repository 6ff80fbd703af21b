import cacheLedger from "@varve/cache-ledger";
import type { VarveConfig } from "@varve/config";
import keepEssentials from "@varve/keep-essentials";
import { type Installation, install, type Plugin } from "@varve/kernel";
import logPino from "@varve/log-pino";
import agents, { agentsSection } from "@varve/section-agents";
import history from "@varve/section-history";
import participants from "@varve/section-participants";
import plan from "@varve/section-plan";
import skills from "@varve/section-skills";
import stateSummary from "@varve/section-state-summary";
import systemPrompt from "@varve/section-system-prompt";
import task from "@varve/section-task";
import toolResults from "@varve/section-tool-results";
import stateAjv from "@varve/state-ajv";
import storeSqlite from "@varve/store-sqlite";
import summariseExtractive from "@varve/summarise-extractive";
import summariseModel from "@varve/summarise-model";
import tokensO200k from "@varve/tokens-o200k";
import triggerFraction from "@varve/trigger-fraction";
import { isReplaced } from "./alternatives.ts";
import { modelPlugin, summariserOptions, summariserPlugin } from "./models.ts";
import { agentsOptions, logOptions, promptOptions } from "./options.ts";

const FROM = "@varve/defaults";

/** What a program knows better than its configuration. */
export interface DefaultChoices {
  /** `absent`: whatever is configured, no model can be asked, and summaries are extracted. Absent: `present`. */
  readonly model?: "present" | "absent";
  /** `refused`: an agent's card that is an address fails instead of being fetched. Absent: `allowed`. */
  readonly network?: "allowed" | "refused";
}

/**
 * The default plugins with what a configuration says to them, in the order of the window and then of the hook points: a plain
 * list, to be filtered and extended like any other.
 * @throws ConfigError where another model is to summarise, and its window is neither known nor configured
 */
export function defaults(config: VarveConfig, choices: DefaultChoices = {}): readonly Installation[] {
  const isModelConfigured = config.model !== null || config.summariser?.model !== undefined;
  const isModelAsked = isModelConfigured && choices.model !== "absent";
  const preset: readonly (Installation | null)[] = [
    byDefault(systemPrompt, promptOptions(config.prompt)),
    byDefault(participants, { participants: config.prompt.participants }),
    byDefault(choices.network === "refused" ? agentsOffline : agents, agentsOptions(config.agents)),
    byDefault(skills, { paths: config.skills.paths }),
    byDefault(task, undefined),
    byDefault(plan, undefined),
    byDefault(stateSummary, undefined),
    byDefault(history, undefined),
    byDefault(toolResults, {}),
    byDefault(tokensO200k, undefined),
    byDefault(triggerFraction, undefined),
    byDefault(keepEssentials, undefined),
    isModelAsked ? byDefault(summariseModel, summariserOptions(config)) : byDefault(summariseExtractive, {}),
    byDefault(stateAjv, undefined),
    byDefault(storeSqlite, { path: config.store.path }),
    config.log === null ? null : byDefault(logPino, logOptions(config.log)),
    config.ledger === null ? null : byDefault(cacheLedger, config.ledger),
    modelPlugin(config.model, FROM),
    isModelAsked ? summariserPlugin(config, FROM) : null,
  ];
  return preset.filter((each) => each !== null).filter(({ plugin }) => !isReplaced(plugin.name, config));
}

function byDefault<Options>(plugin: Plugin<Options>, options: Options): Installation {
  return install(plugin, options, FROM);
}

const agentsOffline = agentsSection(() => Promise.reject(new Error("the network is refused")));
