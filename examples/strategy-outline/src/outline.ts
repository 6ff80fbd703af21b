import { type HistoryEntry, head, plainText, type SummariseContext } from "@varve/kernel";
import { pathsIn } from "./paths.ts";

/** By a request, shortened, the lines that say what was done for it; in the order of the requests. */
export type Outline = ReadonlyMap<string, readonly string[]>;

/** The outline so far with what is removed now. Work stands under its request also where that stays, or went earlier. */
export function extended(before: Outline, { state, removed, folded }: SummariseContext): Outline {
  const outline = new Map(before);
  const add = (title: string, lines: readonly string[]) =>
    outline.set(title, [...(outline.get(title) ?? []), ...lines]);
  for (const { section, text } of folded) add(`Section ${section}`, [`- ${short(text, 400)}`]);

  const going = new Set(removed.map(({ id }) => id));
  const starts = state.history.flatMap((entry, index) => (index === 0 || isRequest(entry) ? [index] : []));
  for (const [number, start] of starts.entries()) {
    const entries = state.history.slice(start, starts[number + 1]);
    const gone = entries.filter(({ id }) => going.has(id));
    const request = entries.find(isRequest);
    const title = request === undefined ? "Before the first request" : short(plainText(request.item), 160);
    if (gone.length > 0) add(title, linesOf(gone));
  }
  return outline;
}

function isRequest({ item, made }: HistoryEntry): boolean {
  return item.kind === "message" && item.role === "user" && made === undefined;
}

function linesOf(entries: readonly HistoryEntry[]): readonly string[] {
  const calls = entries.flatMap(({ item }) => (item.kind === "tool_call" ? [item] : []));
  const tools = [...Map.groupBy(calls, ({ name }) => name)].map(([name, { length }]) => `${name} ×${length}`);
  const paths = new Set(calls.flatMap((call) => pathsIn(call.arguments)));
  const said = entries.findLast((entry) => entry.item.kind === "message" && !isRequest(entry));
  return [
    ...(tools.length > 0 ? [`- called ${short(tools.join(", "), 400)}`] : []),
    ...(paths.size > 0 ? [`- touched ${short([...paths].join(" "), 400)}`] : []),
    ...(said === undefined ? [] : [`- said “${short(plainText(said.item), 240)}”`]),
  ];
}

/** One line, so that nothing in it can pass for a heading of the outline. */
function short(text: string, units: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= units ? line : `${head(line, units)}…`;
}
