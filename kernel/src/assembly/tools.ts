import { freeze, isFrozen } from "../immutable.ts";
import type { ToolDefinition } from "../items.ts";
import { canonicalJson, type JsonValue } from "../json.ts";
import { legibleJson } from "../legible-item.ts";

/** A tool as one line of canonical JSON, legible: what is compared, counted and sent. */
function toolJson(tool: ToolDefinition): string {
  const { name, description, parameters, strict } = tool;
  const fields: Record<string, JsonValue> = { name, parameters };
  if (description !== undefined) fields.description = description;
  if (strict !== undefined) fields.strict = strict;
  // Before it is written: JSON would hide half a character in an escape, and give it back when it is read.
  return canonicalJson(legibleJson(fields));
}

/** A tool list in canonical form, with the text that is counted for it. */
export interface CanonicalTools {
  readonly tools: readonly ToolDefinition[];
  /** By name, the canonical JSON of each. */
  readonly json: ReadonlyMap<string, string>;
}

const canonical = new WeakMap<readonly ToolDefinition[], CanonicalTools>();

/** The same tools give the same bytes, whatever order they and the keys of their schemas were written in. */
export function canonicalTools(tools: readonly ToolDefinition[]): CanonicalTools {
  const present = canonical.get(tools);
  if (present !== undefined) return present;
  // Code units, not a locale: the order must be the same on every machine.
  const json = new Map(
    tools.map((tool): [string, string] => [tool.name, toolJson(tool)]).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  const made = { tools: freeze([...json.values()].map((line): ToolDefinition => JSON.parse(line))), json };
  // A list that can still change says nothing about the next call.
  if (isFrozen(tools)) canonical.set(tools, made);
  return made;
}

/** How an offered tool list differs from the one a task holds, by name; `null` where it does not. */
export function toolDifference(
  held: readonly ToolDefinition[],
  offered: readonly ToolDefinition[],
): {
  readonly missing: readonly string[];
  readonly added: readonly string[];
  readonly changed: readonly string[];
} | null {
  const [before, now] = [canonicalTools(held).json, canonicalTools(offered).json];
  const missing = [...before.keys()].filter((name) => !now.has(name));
  const added = [...now.keys()].filter((name) => !before.has(name));
  const changed = [...now]
    .filter(([name, json]) => before.has(name) && before.get(name) !== json)
    .map(([name]) => name);
  return missing.length + added.length + changed.length === 0 ? null : { missing, added, changed };
}
