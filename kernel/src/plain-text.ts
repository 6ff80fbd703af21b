import type { InputItem, Part } from "./items.ts";
import { canonicalJson } from "./json.ts";

/** What a person would read of some parts; pictures and files are named, not shown. */
export function partsText(parts: readonly Part[]): string {
  return parts.map(partText).join("\n");
}

function partText(part: Part): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "data":
      return canonicalJson(part.data);
    case "image":
      return "[image]";
    case "file":
      return `[file${part.name === undefined ? "" : ` ${part.name}`}]`;
  }
}

/**
 * One item as plain text, with nothing structured lost: a call keeps its name and its arguments, a result says whether
 * it failed. Summarisers and searches read the conversation through it.
 */
export function plainText(item: InputItem): string {
  switch (item.kind) {
    case "message":
      return partsText(item.parts);
    case "tool_call":
      return `${item.name}(${item.arguments})`;
    case "tool_result":
      return `${item.isError === true ? "error: " : ""}${partsText(item.parts)}`;
    case "reasoning":
      return item.summary.join("\n");
    case "opaque":
      return `[${item.provider} item]`;
  }
}
