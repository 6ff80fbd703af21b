/** The first place at which a text stops being JSON. */
export interface JsonFault {
  /** Both from 1; columns in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  /** Without a full stop. */
  readonly reason: string;
}

/** What may come next. */
type Awaited = "value" | "value or ]" | "key" | "key or }" | ":" | ", or ]" | ", or }" | "end";

const SPACE = /[ \t\r\n]*/y;
const WORD = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds where a text that `JSON.parse` refused goes wrong; `null` for JSON. The engine's own message names the place for
 * some faults only. Nothing here recurses, so that neither depth nor length can exhaust the stack.
 */
export function jsonFault(text: string): JsonFault | null {
  const opened: ("{" | "[")[] = [];
  let at = 0;
  let awaited: Awaited = "value";
  const skip = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
  const afterValue = (): Awaited => {
    const inside = opened.at(-1);
    return inside === undefined ? "end" : inside === "{" ? ", or }" : ", or ]";
  };
  for (;;) {
    at = skip(SPACE);
    const next = text[at];
    if (next === undefined) {
      return awaited === "end" ? null : faultAt(text, at, `it ends where ${wanted(awaited)} was to come`);
    }
    if (awaited.endsWith(next) && (next === "}" || next === "]")) {
      opened.pop();
      at += 1;
      awaited = afterValue();
    } else if (awaited.startsWith("value") && (next === "{" || next === "[")) {
      opened.push(next);
      at += 1;
      awaited = next === "{" ? "key or }" : "value or ]";
    } else if (next === '"' && (awaited.startsWith("value") || awaited.startsWith("key"))) {
      const end = stringEnd(text, at);
      if (!end.closed) {
        const cut = end.at >= text.length;
        return faultAt(
          text,
          end.at,
          cut ? "it ends inside a string" : "a string holds what JSON does not allow in one",
        );
      }
      at = end.at;
      awaited = awaited.startsWith("key") ? ":" : afterValue();
    } else if (awaited.startsWith("value") && skip(WORD) > at) {
      at = skip(WORD);
      awaited = afterValue();
    } else if (awaited === ":" && next === ":") {
      at += 1;
      awaited = "value";
    } else if (awaited.startsWith(",") && next === ",") {
      at += 1;
      awaited = opened.at(-1) === "{" ? "key" : "value";
    } else return faultAt(text, at, `${JSON.stringify(next)} stands where ${wanted(awaited)} was to come`);
  }
}

function stringEnd(text: string, start: number): { readonly at: number; readonly closed: boolean } {
  for (let at = start + 1; ; at += 1) {
    const next = text[at];
    if (next === '"') return { at: at + 1, closed: true };
    // JSON allows no control character in a string, and no escape but its own.
    if (next === undefined || next < " ") return { at, closed: false };
    if (next !== "\\") continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return { at, closed: false };
    at = ESCAPE.lastIndex - 1;
  }
}

function wanted(awaited: Awaited): string {
  if (awaited === "end") return "nothing more";
  return awaited.startsWith("key") ? awaited.replace("key", "a key") : awaited.replace("value", "a value");
}

function faultAt(text: string, offset: number, reason: string): JsonFault {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let feed = before.indexOf("\n"); feed >= 0; feed = before.indexOf("\n", feed + 1)) line += 1;
  return { line, column: offset - lineStart + 1, reason };
}
