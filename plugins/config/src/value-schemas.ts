/** Values that several keys have, as JSON schemas without a description. */

/** An address of the web. */
export const address = { type: "string", pattern: "^https?://[^\\s/]\\S*$" } as const;

/** A text that is not blank. */
export const line = { type: "string", pattern: "\\S" } as const;

/** Some tokens, at least one. */
export const tokens = { type: "integer", exclusiveMinimum: 0 } as const;
