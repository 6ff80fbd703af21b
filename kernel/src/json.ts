/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. `__proto__` is an ordinary own key here and never reaches a prototype. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** Whether a value is an object with keys: neither `null`, nor an array, nor a primitive. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Nesting beyond this is taken for a cycle. */
const DEEPEST = 1_000;

/** Whether a value is plain JSON at every depth: no functions, no `NaN`, no dates, no cycles. */
export function isJson(value: unknown, depth = 0): value is JsonValue {
  if (depth > DEEPEST) return false;
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((element) => isJson(element, depth + 1));
  if (typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((member) => member === undefined || isJson(member, depth + 1));
}

/**
 * The JSON of a value with object keys in code-unit order: the same bytes whatever order the keys were written in.
 * Members that are `undefined` are left out, as `JSON.stringify` does.
 */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const member = value[key];
      return member === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(member)}`];
    });
  return `{${members.join(",")}}`;
}
