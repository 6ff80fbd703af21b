import { isJsonObject, type JsonObject, type ToolDefinition } from "@varve/kernel";

/** What the model can ask for. */
export interface RecallRequest {
  /** Words to look for. */
  readonly query?: string;
  /** One entry, whole: `e12`. */
  readonly entry?: string;
  /** All that one compaction removed. */
  readonly record?: string;
  /** Where to go on in what is too long to be shown at once, characters. */
  readonly offset?: number;
  /** Whether what is found stays in sight until it is released. */
  readonly hold?: boolean;
  /** Entries that are no longer to be held. */
  readonly release?: readonly string[];
}

const PARAMETERS = {
  type: "object",
  additionalProperties: false,
  properties: {
    query: { type: "string", minLength: 1, description: "Words to look for in what was removed." },
    entry: { type: "string", description: "The id of one entry, to read it whole: e12." },
    record: { type: "string", description: "The id of a compaction, to list what it removed." },
    offset: { type: "integer", minimum: 0, description: "Where to go on in an entry that was not shown whole." },
    hold: { type: "boolean", description: "Keep what is found in sight until it is released." },
    release: { type: "array", items: { type: "string" }, description: "Ids of entries to hold no longer." },
  },
} as const satisfies JsonObject;

/** The tool as the model is told of it; a harness puts it among its own. */
export const recallTool: ToolDefinition = {
  name: "recall",
  description:
    "Brings back parts of this conversation that were removed to make room. Search with words, read one entry by its id, or list what one compaction removed.",
  parameters: PARAMETERS,
};

/** What a model's arguments ask for, or what is wrong with them. */
export function recallRequest(words: string): RecallRequest | { readonly problem: string } {
  let given: unknown;
  try {
    given = JSON.parse(words);
  } catch {
    return { problem: "the arguments are no JSON" };
  }
  if (!isJsonObject(given)) return { problem: "the arguments are no object" };
  const { query, entry, record, offset, hold, release, ...others } = given;
  const unknown = Object.keys(others);
  if (unknown.length > 0) return { problem: `there is no ${unknown.join(", ")}` };
  const texts = { query, entry, record };
  for (const [name, value] of Object.entries(texts)) {
    if (value !== undefined && (typeof value !== "string" || value.trim() === ""))
      return { problem: `${name} is no text` };
  }
  if (offset !== undefined && !(typeof offset === "number" && Number.isSafeInteger(offset) && offset >= 0)) {
    return { problem: "offset is no whole number from 0" };
  }
  if (hold !== undefined && typeof hold !== "boolean") return { problem: "hold is neither true nor false" };
  if (release !== undefined && !isTexts(release)) return { problem: "release is no list of ids" };
  if ([query, entry, record, release].every((each) => each === undefined)) {
    return { problem: "give query, entry, record or release" };
  }
  return {
    ...(typeof query === "string" ? { query } : {}),
    ...(typeof entry === "string" ? { entry } : {}),
    ...(typeof record === "string" ? { record } : {}),
    ...(typeof offset === "number" ? { offset } : {}),
    ...(typeof hold === "boolean" ? { hold } : {}),
    ...(release === undefined ? {} : { release }),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
