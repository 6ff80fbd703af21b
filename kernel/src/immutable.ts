/** `T` with every property and element readonly, at every depth. */
export type Immutable<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

const frozen = new WeakSet<object>();

/**
 * Freezes a JSON-like value at every depth and returns it. What was frozen here before is not walked again, so that
 * freezing a state costs what was added to it.
 */
export function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || frozen.has(value)) return value;
  // An AbortSignal and other host objects keep their own state; freezing them would break their owner.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return value;
  frozen.add(value);
  for (const key in value) freeze(value[key]);
  return Object.freeze(value);
}

/** Whether a value was frozen here, and can be trusted to stay as it is. */
export function isFrozen(value: object): boolean {
  return frozen.has(value);
}

/** A frozen copy of a JSON-like value; what was frozen here before is returned as it is. */
export function frozenCopy<T>(value: T): T {
  return typeof value === "object" && value !== null && isFrozen(value) ? value : freeze(structuredClone(value));
}

/** Freezes a list or an object whose members are frozen already, without looking at each. */
export function freezeShallow<T extends object>(value: T): T {
  frozen.add(value);
  return Object.freeze(value);
}
