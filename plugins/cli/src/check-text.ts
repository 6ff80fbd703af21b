import type { LoadedConfig, VarveConfig } from "@varve/config";
import type { Explanation } from "@varve/kernel";
import { borderlessTable, tableText } from "./borderless-table.ts";
import { whole } from "./figures.ts";
import { printableLine } from "./printable.ts";
import type { Output } from "./terminal.ts";

/** What a valid configuration comes to: the file, every value that counts, the plugins, and what was noticed. */
export function checkText(
  { file, folder, config }: LoadedConfig,
  plugins: Explanation["plugins"],
  notices: readonly string[],
  { colours }: Output,
): string {
  const source = file === null ? `No configuration from ${folder} upwards: the defaults hold.` : `${file} is valid.`;
  const table = borderlessTable([
    { head: "", align: "left" },
    { head: "", align: "left" },
  ]);
  for (const [key, value] of valuesOf(config)) table.push([`  ${colours.dim(key)}`, printableLine(value)]);
  const applied = plugins.map(
    ({ name, from }) => `  ${printableLine(name)}${from === null ? "" : colours.dim(` (${printableLine(from)})`)}`,
  );
  const parts = [
    colours.green(printableLine(source)),
    `${colours.bold("values")}\n${tableText(table)}`,
    `${colours.bold("plugins")}\n${applied.join("\n")}`,
  ];
  if (notices.length > 0)
    parts.push(`${colours.bold("notices")}\n${notices.map((notice) => `  ${printableLine(notice)}`).join("\n")}`);
  return `${parts.join("\n\n")}\n`;
}

/** Every value by its key as it is written in a configuration, defaults filled in. */
function valuesOf({
  context,
  model,
  summariser,
  store,
  prompt,
  agents,
  skills,
  log,
}: VarveConfig): readonly (readonly [string, string])[] {
  return [
    ["context.turn_budget_tokens", whole(context.turnBudgetTokens)],
    ["context.compaction_fraction", String(context.compactionFraction)],
    ["context.compaction_target", String(context.compactionTarget)],
    ["context.order", context.order.length === 0 ? "as the sections declare it" : context.order.join(", ")],
    ["model", model === null ? "none: nothing is asked of a model, summaries are extracted" : modelText(model)],
    ...(summariser?.model === undefined
      ? []
      : [["summariser", `${summariser.model.provider} ${summariser.model.name}`] as const]),
    ["store.path", store.path],
    ["prompt.system", prompt.system ?? "the default prompt"],
    ["prompt.participants", prompt.participants.map(({ id }) => id).join(", ") || "none"],
    ["agents", Object.keys(agents).join(", ") || "none"],
    ["skills.paths", skills.paths.join(", ") || "none"],
    ["log", log === null ? "off" : `${log.level} to ${log.path ?? "standard error"}`],
  ];
}

function modelText(model: NonNullable<VarveConfig["model"]>): string {
  const { provider, name, baseUrl, contextWindowTokens, maxOutputTokens } = model;
  const more = [
    baseUrl === undefined ? null : `at ${baseUrl}`,
    contextWindowTokens === undefined ? null : `window ${whole(contextWindowTokens)}`,
    maxOutputTokens === undefined ? null : `answers up to ${whole(maxOutputTokens)}`,
    model.provider === "openai" && model.reasoningEffort !== undefined ? `effort ${model.reasoningEffort}` : null,
  ].filter((each) => each !== null);
  return [`${provider} ${name}`, ...more].join(", ");
}
