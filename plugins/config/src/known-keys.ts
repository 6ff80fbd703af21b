import { isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";
import { distance } from "fastest-levenshtein";
import { CONFIG_SCHEMA } from "./schema.ts";

/** Every key that a configuration may have: `context.order`, `agents.<id>.card`, `plugins[].use`. */
export const KNOWN_KEYS: readonly string[] = keysOf(CONFIG_SCHEMA, "");

/**
 * The known key that a misspelt one was most likely meant to be: the nearest of its table; where none there is near, one of another
 * table that is, which is how a key in the wrong table is found in the right one.
 *
 * @param siblings the whole names of the keys that its table may have
 */
export function nearestKnownKey(unknown: string, siblings: readonly string[]): string {
  const sibling = nearest(unknown, siblings);
  const elsewhere = nearest(unknown, KNOWN_KEYS);
  const isNear = (edits: number) => edits <= unknown.length / 3;
  return (isNear(elsewhere.edits) && !isNear(sibling.edits)) || siblings.length === 0 ? elsewhere.key : sibling.key;
}

function nearest(word: string, keys: readonly string[]): { readonly key: string; readonly edits: number } {
  let [found, least] = ["", Number.POSITIVE_INFINITY];
  for (const key of keys) {
    const edits = distance(word.toLowerCase(), key.slice(key.lastIndexOf(".") + 1));
    if (edits < least) [found, least] = [key, edits];
  }
  return { key: found, edits: least };
}

function keysOf(schema: JsonObject, prefix: string): readonly string[] {
  const keys: string[] = [];
  for (const [name, member] of entriesOf(schema.properties)) {
    const key = prefix === "" ? name : `${prefix}.${name}`;
    keys.push(key, ...keysOf(member, key));
  }
  if (isJsonObject(schema.additionalProperties)) keys.push(...keysOf(schema.additionalProperties, `${prefix}.<id>`));
  if (isJsonObject(schema.items)) keys.push(...keysOf(schema.items, `${prefix}[]`));
  return keys;
}

function entriesOf(properties: JsonValue | undefined): readonly (readonly [string, JsonObject])[] {
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]) =>
    isJsonObject(member) ? [[name, member] as const] : [],
  );
}
