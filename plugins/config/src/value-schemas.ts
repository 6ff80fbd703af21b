/** Values that several keys have, as JSON schemas without a description. */

/** An address of the web. */
export const address = { type: "string", pattern: "^https?://[^\\s/]\\S*$" } as const;

/** A day. */
export const date = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" } as const;

/** A file or a folder. */
export const path = { type: "string", minLength: 1 } as const;

/** A text that is not blank. */
export const line = { type: "string", pattern: "\\S" } as const;

/** Some tokens, at least one. */
export const tokens = { type: "integer", exclusiveMinimum: 0 } as const;
