import { isJsonObject, type JsonValue } from "@varve/kernel";
import { address, date } from "./value-schemas.ts";

/** What a schema asks for, in words, to follow "expected": "a whole number above 0". */
export function expected(schema: unknown): string {
  if (!isJsonObject(schema)) return "another value";
  if (Array.isArray(schema.enum))
    return `one of ${schema.enum.map((each: JsonValue) => JSON.stringify(each)).join(", ")}`;
  if (schema.type === "integer" || schema.type === "number") return numberExpected(schema);
  if (schema.type === "string") {
    if (schema.pattern === address.pattern) return "an address that begins with http:// or https://";
    if (schema.pattern === date.pattern) return "a day as YYYY-MM-DD";
    return "a text that is not blank";
  }
  if (schema.type === "boolean") return "true or false";
  if (schema.type === "array") return schema.uniqueItems === true ? "a list in which nothing stands twice" : "a list";
  return "a table";
}

function numberExpected(schema: { readonly [key: string]: JsonValue | undefined }): string {
  const bounds = [
    schema.exclusiveMinimum === undefined ? null : `above ${String(schema.exclusiveMinimum)}`,
    schema.minimum === undefined ? null : `of at least ${String(schema.minimum)}`,
    schema.maximum === undefined ? null : `at most ${String(schema.maximum)}`,
    schema.exclusiveMaximum === undefined ? null : `below ${String(schema.exclusiveMaximum)}`,
  ].filter((bound) => bound !== null);
  return [schema.type === "integer" ? "a whole number" : "a number", bounds.join(" and ")].join(" ").trim();
}

/** A value in words, to follow "found": `"five" (a text)`. Long texts are shortened. */
export function found(value: unknown): string {
  if (typeof value === "string") {
    const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
    return `${JSON.stringify(shown)} (a text)`;
  }
  if (Array.isArray(value)) return `a list${value.length === 0 ? "" : ` (${JSON.stringify(value).slice(0, 60)})`}`;
  if (typeof value === "object" && value !== null) return "a table";
  return String(value);
}
