/**
 * A copy of a context that can be changed at every depth, so that whoever changes it can be shown what was changed. What
 * stood in it twice stands in the copy twice; what is no plain object, such as a signal, stays what it is.
 */
export function mutableCopy<T extends object>(context: T): T {
  const made = new Map<object, unknown>();
  const copy = { ...context };
  for (const key of Object.keys(context)) Reflect.set(copy, key, copied(Reflect.get(context, key), made));
  return copy;
}

function copied(value: unknown, made: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = made.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    made.set(value, list);
    for (const element of value) list.push(copied(element, made));
    return list;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const object: object = {};
  made.set(value, object);
  for (const [key, member] of Object.entries(value)) {
    Object.defineProperty(object, key, {
      value: copied(member, made),
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return object;
}
