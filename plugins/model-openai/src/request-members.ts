import { freeze, type JsonObject, type OutputFormat } from "@varve/kernel";
import type { OpenAiOptions } from "./options.ts";

/** Members that the requests of both APIs have, under different names. */

/** The most that an answer may have, tokens: the smaller of what this call asks and what is configured; `null` for neither. */
export function outputLimit(asked: number | null, { max_output_tokens }: OpenAiOptions, least = 1): number | null {
  const limits = [asked, max_output_tokens].filter((limit) => limit !== null && limit !== undefined);
  return limits.length === 0 ? null : Math.max(least, Math.min(...limits));
}

/** A schema that the answer must fit. `strict` holds the model to it; the provider refuses schemas that it cannot hold it to. */
export function formatOf({ name, schema }: OutputFormat): JsonObject {
  return { name, schema, strict: true };
}

/** A body without some members, for servers that refuse what they do not know. */
export function without(body: JsonObject, members: readonly string[] = []): JsonObject {
  const kept = Object.entries(body).filter(([key]) => !members.includes(key));
  return freeze(Object.fromEntries(kept));
}
