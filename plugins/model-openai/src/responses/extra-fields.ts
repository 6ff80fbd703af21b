import type { JsonObject, ProviderExtra } from "@varve/kernel";
import { PROVIDER } from "../provider.ts";

/**
 * Fields that are not sent back. Nothing is stored, so an item's id names nothing that the server holds and only ties items
 * together that may no longer both be there; `status` and `created_by` belong to an answer. Cache breakpoints are set by
 * who writes the request.
 */
const STAYS_HOME = new Set(["id", "type", "status", "created_by", "prompt_cache_breakpoint"]);

/** Bookkeeping that clients write into the items they record; the API refuses parameters that it does not know. */
const BOOKKEEPING = /^internal_/;

/** What OpenAI put into an item beyond the neutral form, as it came; nothing where another provider did. */
export function extraFields(extra: ProviderExtra | undefined): JsonObject {
  return extra?.provider === PROVIDER ? extra.fields : {};
}

/** A wire object with the extra fields that can be sent back. What the object holds already is never overwritten. */
export function withFields(wire: JsonObject, extra: JsonObject): JsonObject {
  const added = Object.entries(extra).filter(
    // `null` says nothing that leaving out does not, and the request schema takes it in few places.
    ([key, value]) => value !== null && !(key in wire) && !STAYS_HOME.has(key) && !BOOKKEEPING.test(key),
  );
  return added.length === 0 ? wire : { ...wire, ...Object.fromEntries(added) };
}

/** A recorded item as the provider gave it; the very object where nothing was added. */
export function withoutBookkeeping(item: JsonObject): JsonObject {
  const own = Object.entries(item).filter(([key]) => !BOOKKEEPING.test(key));
  return own.length === Object.keys(item).length ? item : Object.fromEntries(own);
}
