import type { JsonObject } from "@varve/kernel";

export interface ClearOptions {
  /** How many of the newest results stay as they are. Absent: 3. */
  readonly keep_newest?: number;
  /** Tools whose results are never masked. */
  readonly exclude_tools?: readonly string[];
  /** Smaller results stay, tokens: a placeholder would save nothing. Absent: 120. */
  readonly least_result_tokens?: number;
  /** Masks the arguments of old calls too, where they have more tokens than this. Absent: arguments stay. */
  readonly arguments_above_tokens?: number;
  /** What masking has to free to be worth breaking the cache for, a share of the trigger's line. Absent: 0.2. */
  readonly least_freed?: number;
  /** How the model gets a text back, to be said in the placeholder. Absent: the tool `recall`. */
  readonly recall_hint?: string;
}

export const optionsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    keep_newest: { type: "integer", minimum: 0 },
    exclude_tools: { type: "array", items: { type: "string", minLength: 1 } },
    least_result_tokens: { type: "integer", minimum: 1 },
    arguments_above_tokens: { type: "integer", minimum: 1 },
    least_freed: { type: "number", minimum: 0, maximum: 1 },
    recall_hint: { type: "string", minLength: 1 },
  },
} as const satisfies JsonObject;
