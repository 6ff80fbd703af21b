import type { ModelResponse } from "@varve/kernel";
import type { SummaryFault } from "./summary-error.ts";

export type Verdict =
  | { readonly summary: string; readonly fault?: never }
  | { readonly fault: Exclude<SummaryFault, "no_room" | "overflow" | "failed"> };

/** The summary in an answer, or why it holds none. */
export function verdictOn({ items, finish }: ModelResponse): Verdict {
  if (finish === "refused") return { fault: "refused" };
  if (items.some(({ kind }) => kind === "tool_call")) return { fault: "tool_call" };
  if (finish === "length") return { fault: "length" };
  const summary = items
    .flatMap((item) => (item.kind === "message" && item.role === "assistant" ? item.parts : []))
    .flatMap((part) => (part.kind === "text" ? [part.text] : []))
    .join("\n")
    .trim();
  if (summary === "") return { fault: "empty" };
  return finish === "stop" ? { summary } : { fault: "unfinished" };
}
