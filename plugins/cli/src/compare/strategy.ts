import { ConfigError, importPlugin, type LoadedConfig } from "@varve/config";
import { definePlugin, type Installation, install } from "@varve/kernel";
import slidingWindow from "@varve/summarise-sliding-window";
import { UsageError } from "../exit.ts";

/** A way of compacting that is compared with others. */
export interface Strategy {
  readonly name: string;
  /** What is installed before the configured plugins, so that it is asked first. */
  readonly plugins: readonly Installation[];
}

const neverTriggers = definePlugin({
  name: "never",
  api: 1,
  apply: (kernel) => kernel.hooks.compaction.trigger.in.tap("never", () => ({ compact: false, reason: "never" })),
});

/** The two that every other is held against, and the configuration as it stands. */
const BUILT_IN: readonly Strategy[] = [
  { name: "never", plugins: [install(neverTriggers, undefined, "varve compare")] },
  { name: "drop-oldest", plugins: [install(slidingWindow, undefined, "varve compare")] },
  { name: "configured", plugins: [] },
];

/** How plugins that are named on the command line are found. */
export interface StrategyPlace {
  readonly loaded: LoadedConfig;
  readonly folder: string;
  /** Whether code that nobody installed may be run. */
  readonly code: "allow" | "refuse";
  readonly onNotice: (notice: string) => void;
}

/**
 * The strategies that are named, or without any the built-in ones. A name is that of a built-in one, or of a plugin as a configuration
 * names it, with its options as JSON behind `=`; several joined with `+` are asked in that order.
 *
 * @throws UsageError naming what is wrong with one
 */
export async function strategies(names: readonly string[], place: StrategyPlace): Promise<readonly Strategy[]> {
  if (names.length === 0) return BUILT_IN;
  const chosen: Strategy[] = [];
  for (const name of new Set(names)) {
    const builtIn = BUILT_IN.find((each) => each.name === name);
    chosen.push(builtIn ?? { name, plugins: await chained(name, place) });
  }
  return chosen;
}

async function chained(name: string, place: StrategyPlace): Promise<readonly Installation[]> {
  const plugins: Installation[] = [];
  // A `+` within options belongs to them.
  for (const part of name.split(/\+(?=[@./A-Za-z])(?![^{]*\})/)) plugins.push(await imported(part, place));
  return plugins;
}

async function imported(part: string, { folder, code, onNotice }: StrategyPlace): Promise<Installation> {
  const [use = "", words] = split(part);
  try {
    const options = words === undefined ? {} : { options: objectIn(words, part) };
    return await importPlugin({ use, ...options }, { folder, code, onNotice });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [problem] = error.problems;
    const reason = problem?.reason.replace(/^plugins\[0\]\.use, /, "") ?? error.message;
    const known = BUILT_IN.map((each) => each.name).join(", ");
    throw new UsageError(`--strategy ${part}: ${reason}. ${error.remedy} Built in are ${known}.`);
  }
}

function split(part: string): readonly [use: string, options?: string] {
  const at = part.indexOf("=");
  return at === -1 ? [part] : [part.slice(0, at), part.slice(at + 1)];
}

function objectIn(words: string, part: string): Readonly<Record<string, unknown>> {
  let value: unknown = null;
  try {
    value = JSON.parse(words);
  } catch {
    // Told below, with what is no object.
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`--strategy ${part}: the options behind = are no JSON object. Write them as '{"key": 1}'.`);
  }
  return Object.fromEntries(Object.entries(value));
}
