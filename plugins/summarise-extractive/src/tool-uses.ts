import type { Line } from "./layout.ts";
import { oneLine, shorten } from "./one-line.ts";
import type { Passage } from "./passages.ts";

/** How a tool was used. */
export interface ToolUse {
  readonly tool: string;
  readonly calls: number;
  readonly failures: number;
  /** What it answered last, shortened; empty where it was not seen. */
  readonly lastOutcome: string;
}

const OUTCOME_LENGTH = 140;
const NAME_LENGTH = 80;

/** Every tool's uses, the most used first. */
export function toolUsesIn(passages: readonly Passage[]): readonly ToolUse[] {
  const uses = new Map<string, ToolUse>();
  const use = (tool: string) => uses.get(tool) ?? { tool, calls: 0, failures: 0, lastOutcome: "" };
  for (const { speaker, from = "tool", text, failed, callId } of passages) {
    const tool = toolName(from);
    if (speaker === "call") uses.set(tool, { ...use(tool), calls: use(tool).calls + 1 });
    if (speaker !== "tool" || callId === undefined) continue;
    const lastOutcome = outcomeOf(text);
    uses.set(tool, { ...use(tool), failures: use(tool).failures + (failed === true ? 1 : 0), lastOutcome });
  }
  return sorted([...uses.values()]);
}

/** The same tools, with what an earlier summary counted of them. */
export function withCarried(uses: readonly ToolUse[], carried: readonly Line[]): readonly ToolUse[] {
  const all = new Map(uses.map((use) => [use.tool, use]));
  for (const [, tool = "", calls = "", failures = "0"] of carried.flatMap((line) => [...line.text.matchAll(COUNT)])) {
    const now = all.get(tool) ?? { tool, calls: 0, failures: 0, lastOutcome: "" };
    all.set(tool, { ...now, calls: now.calls + Number(calls), failures: now.failures + Number(failures) });
  }
  return sorted([...all.values()]);
}

/** `bash ×31 (2 failed)`. */
const COUNT = /(?:^|, )(\S+) ×(\d{1,9})(?: \((\d{1,9}) failed\))?/g;

export function countsText(uses: readonly ToolUse[]): string {
  return uses
    .filter(({ calls }) => calls > 0)
    .map(({ tool, calls, failures }) => `${tool} ×${calls}${failures > 0 ? ` (${failures} failed)` : ""}`)
    .join(", ");
}

/** A tool's name as one word: it is the model's own, and could be anything. */
export function toolName(name: string): string {
  return shorten(oneLine(name.toWellFormed()).replaceAll(/[\s,:]/g, "_"), NAME_LENGTH) || "tool";
}

/** More than a bracket or a closing tag. */
const TELLING = /[\p{L}\p{N}]{2}.*[^\p{L}\p{N}].*[\p{L}\p{N}]{2}|[^\p{ASCII}]{3}/u;

function outcomeOf(text: string): string {
  const lines = text.slice(-4_000).split("\n");
  const telling = lines.findLast((line) => TELLING.test(line)) ?? "";
  return shorten(oneLine(telling), OUTCOME_LENGTH);
}

function sorted(uses: readonly ToolUse[]): readonly ToolUse[] {
  return uses.toSorted((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
}
