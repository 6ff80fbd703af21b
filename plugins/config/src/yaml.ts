import { defaultLoaders } from "cosmiconfig";
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { KeyPath } from "./key-path.ts";
import type { Position } from "./position.ts";
import { FormatError, type Parsed } from "./source.ts";

/** Reads YAML with cosmiconfig's loader. @throws FormatError */
export function parseYaml(text: string, file: string): Parsed {
  if (saysNothing(text)) return { content: {}, locate: () => null };
  try {
    return { content: defaultLoaders[".yaml"](file, text), locate: (path) => nodePosition(text, path) };
  } catch (cause) {
    const { reason, position } = markOf(cause);
    throw new FormatError(`this is not valid YAML: ${reason}`, position, cause);
  }
}

/**
 * Where a key stands in YAML, or in JSON, which YAML contains; else the nearest key around it. The loaders keep no positions, so
 * the text is read a second time, when something is wrong with it.
 */
export function nodePosition(text: string, path: KeyPath): Position | null {
  const lines = new LineCounter();
  let node: unknown = parseDocument(text, { lineCounter: lines, logLevel: "silent" }).contents;
  let offset: number | undefined;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (pair === undefined) break;
      if (isNode(pair.key)) offset = pair.key.range?.[0];
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(part)];
      if (isNode(node)) offset = node.range?.[0];
    } else {
      break;
    }
  }
  if (offset === undefined) return null;
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

/** Whether there are only blank lines and comments, which the loader refuses. */
function saysNothing(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(#|$)/.test(line));
}

/** The loader's error carries what it found and a 0-based mark. */
function markOf(cause: unknown): { readonly reason: string; readonly position: Position | null } {
  if (!(cause instanceof Error)) return { reason: String(cause), position: null };
  const reason = "reason" in cause && typeof cause.reason === "string" ? cause.reason : cause.message;
  const mark = "mark" in cause ? cause.mark : undefined;
  if (typeof mark !== "object" || mark === null || !("line" in mark) || !("column" in mark)) {
    return { reason, position: null };
  }
  return { reason, position: { line: Number(mark.line) + 1, column: Number(mark.column) + 1 } };
}
