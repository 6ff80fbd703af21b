import type { JsonObject, JsonValue, Part, ProviderExtra } from "@varve/kernel";

/**
 * What the neutral form has no place for is kept in `extra.fields`, under the names that it had:
 *
 * - the remaining members of the item;
 * - `type`, only where it is not the usual one of the item's kind (`custom_tool_call`, `redacted_thinking`);
 * - for each list of parts, under the list's own name, the remaining members of each part by index (`{}` for none), with
 *   the part's `type` only where the neutral part alone does not tell it (`refusal`).
 *
 * Members that the neutral form carries are never repeated there, so that an edited item cannot be undone by its extra.
 */

/** A neutral part with what it has no place for. */
export interface ReadPart {
  readonly part: Part;
  readonly rest: JsonObject;
}

/** The members of an object that were not taken. `__proto__` stays an ordinary member. */
export function remainder(value: JsonObject, ...taken: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !taken.includes(key)));
}

/** What remains of a list of parts as a member called `name`; nothing where nothing remains. */
export function remainderOfParts(name: string, parts: readonly ReadPart[]): JsonObject {
  const rests = parts.map(({ rest }): JsonValue => rest);
  return parts.some(({ rest }) => Object.keys(rest).length > 0) ? { [name]: rests } : {};
}

/** The `extra` of an item; nothing where no field remains. */
export function extraOf(provider: string, fields: JsonObject): { readonly extra?: ProviderExtra } {
  return Object.keys(fields).length === 0 ? {} : { extra: { provider, fields } };
}
