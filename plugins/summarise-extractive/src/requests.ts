import { cost } from "./cost.ts";
import type { Line } from "./layout.ts";
import { oneLine, shorten } from "./one-line.ts";
import { sentencesOf } from "./sentences.ts";

/** How long a request may be, UTF-16 units: the first and the newest, and those between. Tried until all fit. */
const LENGTHS = [
  { outer: 700, inner: 320 },
  { outer: 500, inner: 180 },
  { outer: 300, inner: 100 },
  { outer: 200, inner: 60 },
  { outer: 120, inner: 40 },
] as const;
const NEWEST = 3;

const LEFT_OUT = /^\((\d{1,9}) more\)$/;

/**
 * The requests that fit into a room of tokens, oldest first: the first one, which set the task, and the newest ones
 * longest; those between as short as needed, and left out with their number where even that is too long.
 */
export function requestLines(
  requests: readonly string[],
  room: number,
  telling: (sentence: string) => number,
): readonly Line[] {
  const counted = requests.filter((request) => !LEFT_OUT.test(request));
  const gone = requests.reduce((sum, request) => sum + Number(LEFT_OUT.exec(request)?.[1] ?? 0), 0);
  for (const lengths of LENGTHS) {
    const lines = counted.map((request, index) =>
      gist(request, index === 0 || index >= counted.length - NEWEST ? lengths.outer : lengths.inner, telling),
    );
    if (priceOf(lines) <= room) return marked(lines, gone);
  }
  return withoutMiddle(counted, gone, room, telling);
}

function withoutMiddle(
  requests: readonly string[],
  gone: number,
  room: number,
  telling: (sentence: string) => number,
): readonly Line[] {
  const short = requests.map((request) => gist(request, 120, telling));
  const [first, ...later] = short;
  if (first === undefined) return marked([], gone);
  let spent = lineCost(first);
  const kept: string[] = [];
  for (const request of later.reverse()) {
    if (spent + lineCost(request) > room) break;
    spent += lineCost(request);
    kept.unshift(request);
  }
  return marked(spent <= room ? [first, ...kept] : [], gone + short.length - kept.length - (spent <= room ? 1 : 0));
}

function marked(requests: readonly string[], gone: number): readonly Line[] {
  const lines: Line[] = requests.map((text) => ({ mark: "-", text }));
  if (gone > 0) lines.splice(1, 0, { mark: "-", text: `(${gone} more)` });
  return lines;
}

function priceOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + lineCost(line), 0);
}

function lineCost(line: string): number {
  return cost(line) + 2;
}

/** A text within so many UTF-16 units: whole, or its first sentence, its last one and those that name the most. */
export function gist(text: string, most: number, telling: (sentence: string) => number): string {
  if (text.length <= most * 4) {
    const whole = oneLine(text.toWellFormed());
    if (whole.length <= most) return whole;
  }
  const [opening = "", ...others] = sentencesOf(text);
  const sentences = [shorten(opening, Math.floor(most * 0.7)), ...others];
  if (others.length === 0) return shorten(oneLine(text.slice(0, most * 4).toWellFormed()), most);
  const order = sentences
    .map((sentence, index) => ({ index, weight: weightOf(index, sentences.length) + telling(sentence) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index);
  const chosen = new Set<number>();
  let length = 0;
  for (const { index } of order) {
    const size = (sentences[index]?.length ?? 0) + 3;
    if (length + size > most) continue;
    length += size;
    chosen.add(index);
  }
  if (chosen.size === 0) return shorten(sentences[0] ?? "", most);
  return sentences.flatMap((sentence, index) => spaced(sentence, index, chosen)).join("");
}

/** A sentence that was chosen, with an ellipsis where something before it was not. */
function spaced(sentence: string, index: number, chosen: ReadonlySet<number>): readonly string[] {
  if (!chosen.has(index)) return [];
  if (index === 0) return [sentence];
  return [chosen.has(index - 1) ? " " : " … ", sentence];
}

function weightOf(index: number, count: number): number {
  return index === 0 ? 2 : index === count - 1 ? 1 : 0;
}
