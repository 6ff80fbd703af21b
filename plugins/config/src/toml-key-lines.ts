import type { KeyPath } from "./key-path.ts";
import type { Position } from "./position.ts";

const KEY = String.raw`(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)`;
const DOTTED = String.raw`${KEY}(?:\s*\.\s*${KEY})*`;
const LIST_HEADER = new RegExp(String.raw`^\s*\[\[\s*(${DOTTED})\s*\]\]`);
const HEADER = new RegExp(String.raw`^\s*\[\s*(${DOTTED})\s*\]`);
const ASSIGNMENT = new RegExp(String.raw`^\s*(${DOTTED})\s*=`);

/**
 * Finds keys in a TOML text by its lines: smol-toml gives positions for syntax errors alone. A best effort for messages, good
 * for headers and for keys that begin a line; what stands inside an inline table is found at the line of its key.
 */
export function tomlKeyLines(text: string): (path: KeyPath) => Position | null {
  const positions = new Map<string, Position>();
  const listLengths = new Map<string, number>();
  let table: KeyPath = [];
  let openQuote: string | null = null;

  for (const [index, line] of text.split("\n").entries()) {
    const wasInside = openQuote !== null;
    openQuote = quoteAfter(line, openQuote);
    if (wasInside) continue;
    const list = LIST_HEADER.exec(line)?.[1];
    const header = list === undefined ? HEADER.exec(line)?.[1] : undefined;
    const key = list ?? header ?? ASSIGNMENT.exec(line)?.[1];
    if (key === undefined) continue;

    const parts = partsOf(key);
    const position = { line: index + 1, column: line.indexOf(key) + 1 };
    let path: KeyPath = [...table, ...parts];
    if (list !== undefined) {
      const name = JSON.stringify([...indexed(parts.slice(0, -1), listLengths), ...parts.slice(-1)]);
      listLengths.set(name, (listLengths.get(name) ?? 0) + 1);
      path = table = indexed(parts, listLengths);
    } else if (header !== undefined) {
      path = table = indexed(parts, listLengths);
    }
    for (let end = 1; end <= path.length; end += 1) {
      const name = JSON.stringify(path.slice(0, end));
      if (!positions.has(name)) positions.set(name, position);
    }
  }

  return (path) => {
    for (let end = path.length; end > 0; end -= 1) {
      const position = positions.get(JSON.stringify(path.slice(0, end)));
      if (position !== undefined) return position;
    }
    return null;
  };
}

/** The path with the index of the latest element behind every list of tables. */
function indexed(parts: readonly string[], listLengths: ReadonlyMap<string, number>): KeyPath {
  let path: KeyPath = [];
  for (const part of parts) {
    path = [...path, part];
    const length = listLengths.get(JSON.stringify(path));
    if (length !== undefined) path = [...path, length - 1];
  }
  return path;
}

function partsOf(dotted: string): readonly string[] {
  return (dotted.match(new RegExp(KEY, "g")) ?? []).map((part) => (/^["']/.test(part) ? part.slice(1, -1) : part));
}

/** The multi-line quote that is still open behind a line. */
function quoteAfter(line: string, open: string | null): string | null {
  let quote = open;
  for (const [found] of line.matchAll(/"""|'''/g)) {
    if (quote === null) quote = found;
    else if (quote === found) quote = null;
  }
  return quote;
}
