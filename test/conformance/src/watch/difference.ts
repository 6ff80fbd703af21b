import { isJsonObject } from "@varve/kernel";

/** Where two values differ first, as a path: `removed[2].item.name`. */
export interface Difference {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The first difference of two JSON-like values, or `null`. A member that is `undefined` is as good as absent. */
export function firstDifference(before: unknown, after: unknown, path = ""): Difference | null {
  if (Object.is(before, after)) return null;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
      const found = firstDifference(before[index], after[index], `${path}[${index}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (isPlain(before) && isPlain(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const found = firstDifference(before[key], after[key], path === "" ? key : `${path}.${key}`);
      if (found !== null) return found;
    }
    return null;
  }
  return { path, before, after };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isJsonObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
