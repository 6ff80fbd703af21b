import { parse, TomlError } from "smol-toml";
import { FormatError, type Parsed } from "./source.ts";
import { tomlKeyLines } from "./toml-key-lines.ts";

/** @throws FormatError */
export function parseToml(text: string): Parsed {
  try {
    return { content: parse(text), locate: (path) => tomlKeyLines(text)(path) };
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    // The parser's message goes on with an excerpt of the text, over several lines.
    const [reason = ""] = cause.message.replace(/^Invalid TOML document: /, "").split("\n", 1);
    throw new FormatError(`this is not valid TOML: ${reason}`, { line: cause.line, column: cause.column }, cause);
  }
}
