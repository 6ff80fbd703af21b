import { defaultLoaders } from "cosmiconfig";
import { LineCounter, parseDocument } from "yaml";
import type { Position } from "./position.ts";
import { FormatError, type Parsed } from "./source.ts";
import { nodePosition } from "./yaml.ts";

/** Reads JSON with cosmiconfig's loader. @throws FormatError */
export function parseJson(text: string, file: string): Parsed {
  if (text.trim() === "") return { content: {}, locate: () => null };
  try {
    return { content: defaultLoaders[".json"](file, text), locate: (path) => nodePosition(text, path) };
  } catch (cause) {
    // The loader puts the file's name on a line of its own before what the engine says.
    const message =
      cause instanceof Error ? cause.message.split("\n").slice(1).join(" ") || cause.message : String(cause);
    const reason = message.replace(/ in JSON at position .*$/, "").replace(/, ".*$/s, "");
    throw new FormatError(`this is not valid JSON: ${reason}`, faultPosition(message, text), cause);
  }
}

/** The engine names the position of most faults; a stray word's is found by reading the text as YAML with JSON's words. */
function faultPosition(message: string, text: string): Position | null {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined) return { line: Number(line), column: Number(column) };
  const found = parseDocument(text, { schema: "json", lineCounter: new LineCounter(), logLevel: "silent" }).errors[0];
  const start = found?.linePos?.[0];
  return start === undefined ? null : { line: start.line, column: start.col };
}
