/** Where a value is in a configuration: keys of tables and indices of lists, outermost first. */
export type KeyPath = readonly (string | number)[];

/** A path as people write it: `plugins[0].use`, `agents."my agent".card`. */
export function keyName(path: KeyPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === "number") return `${name}[${part}]`;
    const key = /^[A-Za-z0-9_$-]+$/.test(part) ? part : JSON.stringify(part);
    return name === "" ? key : `${name}.${key}`;
  }, "");
}

/** The path that a JSON pointer names in a value; the value tells a list's index from a table's key that is a number. */
export function pathOfPointer(pointer: string, value: unknown): KeyPath {
  const path: (string | number)[] = [];
  let here = value;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(here) ? Number(key) : key);
    here = memberOf(here, key);
  }
  return path;
}

/** The value at a path, or `undefined`. Only own members count. */
export function valueAt(value: unknown, path: KeyPath): unknown {
  return path.reduce((here, part) => memberOf(here, String(part)), value);
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
