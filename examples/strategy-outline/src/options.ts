import type { JsonObject } from "@varve/kernel";

/** What the package replaces: each key that is there switches one replacement on, `{}` with its defaults. */
export interface OutlineOptions {
  readonly trigger?: TriggerOptions;
  readonly keep?: KeepOptions;
  readonly summarise?: SummariseOptions;
  readonly section?: SectionOptions;
}

export type TriggerOptions = { readonly fraction?: number; readonly warm_minutes?: number };
export type KeepOptions = { readonly newest_of: readonly string[] };
export type SummariseOptions = { readonly smallest_tokens?: number; readonly most_tokens?: number };
export type SectionOptions = { readonly ahead?: number };

const closed = { type: "object", additionalProperties: false } as const;
const whole = { type: "integer", minimum: 1 } as const;
const above0 = { type: "number", exclusiveMinimum: 0 } as const;
const names = { type: "array", minItems: 1, items: { type: "string", minLength: 1 } } as const;

/** JSON schema of {@link OutlineOptions}. Without any of the four the package would do nothing, so that is refused. */
export const OPTIONS_SCHEMA = {
  ...closed,
  minProperties: 1,
  properties: {
    trigger: { ...closed, properties: { fraction: { ...above0, maximum: 1 }, warm_minutes: above0 } },
    keep: { ...closed, required: ["newest_of"], properties: { newest_of: names } },
    summarise: { ...closed, properties: { smallest_tokens: whole, most_tokens: whole } },
    section: { ...closed, properties: { ahead: whole } },
  },
} as const satisfies JsonObject;
