import { type Part, type ToolResult, text } from "@varve/kernel";
import { withoutBinary } from "./binary-text.ts";
import { withinBound } from "./bounded-parts.ts";

/** The first line of a result whose call failed or was never answered; few providers pass the error flag on to the model. */
export const ERROR_LINE = "[This tool call failed.]";

/** Stands for a result without content: providers refuse an empty part. */
export const NO_OUTPUT = "(no output)";

/**
 * A result as the model sees it: bounded, never empty, and with {@link ERROR_LINE} first when the tool failed. It is a
 * function of the result and the bound alone, so that it has the same bytes on every turn; where nothing had to change
 * it is the very object.
 *
 * @param maxCharacters UTF-16 code units
 */
export function resultItem(result: ToolResult, maxCharacters: number): ToolResult {
  const parts = labelled(filled(withinBound(result.parts.map(withoutBinary), maxCharacters)), result.isError === true);
  const isSame = parts.length === result.parts.length && parts.every((part, index) => part === result.parts[index]);
  return isSame ? result : { ...result, parts };
}

function filled(parts: readonly Part[]): readonly Part[] {
  const full = parts.filter((part) => part.kind !== "text" || part.text.trim() !== "");
  return full.length === 0 ? [text(NO_OUTPUT)] : full;
}

function labelled(parts: readonly Part[], isError: boolean): readonly Part[] {
  if (!isError) return parts;
  const [first, ...rest] = parts;
  return first?.kind === "text" ? [text(`${ERROR_LINE}\n${first.text}`), ...rest] : [text(ERROR_LINE), ...parts];
}
