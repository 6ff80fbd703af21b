import { DEFAULTS } from "./config-defaults.ts";
import type { ConfigFile, ModelTable, Provider, SummariserTable } from "./config-file.ts";
import type { Finding } from "./finding.ts";

/** What no schema can say: values that are right one by one, and do not go together. */
export function disagreements({ context, model, summariser }: ConfigFile): readonly Finding[] {
  return [
    ...targetFindings(context),
    ...(model === undefined ? [] : modelFindings(model)),
    ...(summariser === undefined ? [] : summariserFindings(summariser, model !== undefined)),
  ];
}

/** The target lies below the fraction, whichever of the two is given. */
function targetFindings(context: ConfigFile["context"]): readonly Finding[] {
  const { compaction_target: target, compaction_fraction: fraction = DEFAULTS.compactionFraction } = context ?? {};
  if (target === undefined || target < fraction) return [];
  return [
    {
      path: ["context", "compaction_target"],
      disagreesWith: ["context", "compaction_fraction"],
      reason: `context.compaction_target is ${target}, and must be below compaction_fraction, which is ${fraction}`,
      remedy: "Lower the target, or leave it out: it is half of the fraction then.",
    },
  ];
}

/** What one provider's plugin alone takes. */
const TAKEN_BY: { readonly [P in Provider]: readonly (keyof ModelTable)[] } = {
  openai: ["api", "reasoning_summary", "prompt_cache", "omit"],
  anthropic: ["cache_ttl", "thinking_budget_tokens"],
};

function modelFindings(model: ModelTable): readonly Finding[] {
  const provider = model.provider ?? DEFAULTS.provider;
  const other: Provider = provider === "openai" ? "anthropic" : "openai";
  const said = model.provider === undefined ? `left out, which means "${provider}"` : `"${provider}"`;
  return [
    ...TAKEN_BY[other]
      .filter((key) => model[key] !== undefined)
      .map((key) => ({
        path: ["model", key],
        disagreesWith: ["model", "provider"],
        reason: `model.${key} is for provider "${other}", and model.provider is ${said}`,
        remedy: "Remove it, or name the provider that it is for.",
      })),
    ...effortFindings(model),
    ...summaryFindings(model),
    ...addressFindings(model),
    ...roomFindings("model", "max_output_tokens", "context_window_tokens", model),
    ...roomFindings("model", "thinking_budget_tokens", "context_window_tokens", model),
  ];
}

function effortFindings({ provider, reasoning_effort: effort }: ModelTable): readonly Finding[] {
  if (provider !== "anthropic" || (effort !== "none" && effort !== "minimal")) return [];
  return [
    {
      path: ["model", "reasoning_effort"],
      disagreesWith: ["model", "provider"],
      reason: `model.reasoning_effort is "${effort}", which provider "anthropic" does not know`,
      remedy: 'Write "low" or more, or leave it out.',
    },
  ];
}

function summaryFindings({ api, reasoning_summary: summary }: ModelTable): readonly Finding[] {
  if (api !== "chat_completions" || summary === undefined) return [];
  return [
    {
      path: ["model", "reasoning_summary"],
      disagreesWith: ["model", "api"],
      reason: 'model.reasoning_summary is for api "responses", and model.api is "chat_completions"',
      remedy: "Remove it, or leave the api out.",
    },
  ];
}

/** An address is told in logs and errors, so nothing secret may stand in it. It is not repeated here either. */
function addressFindings({ base_url: address }: ModelTable): readonly Finding[] {
  const url = address === undefined ? null : URL.parse(address);
  if (address === undefined || (url !== null && url.username === "" && url.password === "")) return [];
  return [
    {
      path: ["model", "base_url"],
      reason: url === null ? "model.base_url is no address" : "model.base_url holds a user or a password",
      remedy: url === null ? "Correct it." : "Take it out: keys are read from the environment.",
    },
  ];
}

type TokensKey = "thinking_budget_tokens" | "max_output_tokens" | "context_window_tokens";

function roomFindings(
  table: "model" | "summariser",
  part: TokensKey,
  whole: TokensKey,
  values: { readonly [Key in TokensKey]?: number },
): readonly Finding[] {
  const [tokens, room] = [values[part], values[whole]];
  if (tokens === undefined || room === undefined || tokens < room) return [];
  return [
    {
      path: [table, part],
      disagreesWith: [table, whole],
      reason: `${table}.${part} is ${tokens}, and must be below ${whole}, which is ${room}`,
      remedy: "Lower it, or raise the other.",
    },
  ];
}

function summariserFindings(summariser: SummariserTable, hasModel: boolean): readonly Finding[] {
  if (summariser.name !== undefined) {
    return roomFindings("summariser", "max_output_tokens", "context_window_tokens", summariser);
  }
  if (!hasModel) {
    return [
      {
        path: ["summariser"],
        disagreesWith: ["model"],
        reason: "summariser names no model, and there is no [model] either",
        remedy: "Add summariser.name, or a [model].",
      },
    ];
  }
  return (["provider", "context_window_tokens"] as const)
    .filter((key) => summariser[key] !== undefined)
    .map((key) => ({
      path: ["summariser", key],
      disagreesWith: ["summariser", "name"],
      reason: `summariser.${key} is there without summariser.name`,
      remedy: "Name the summariser's model, or remove the key: the model itself summarises then.",
    }));
}
