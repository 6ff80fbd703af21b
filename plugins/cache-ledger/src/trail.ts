import type { EncodedRequest, Window, WindowItem } from "@varve/kernel";
import { digest } from "./digest.ts";
import { firstDifferingByte } from "./first-byte.ts";
import { type CachedParameters, modelOf, type ParameterDigests, parameterDigests, toolsJson } from "./parameters.ts";
import { type ItemPieces, leadingPieces, type Piece, piecesOf } from "./segment.ts";

/** One segment where it stands in a request. */
export interface Mark {
  readonly piece: Piece;
  /** The digest of everything up to its end: two requests that have one in common are the same up to there. */
  readonly chain: string;
  /** Counted tokens up to its end. */
  readonly tokens: number;
  /** Content blocks up to its end, counted as a provider that looks back over blocks counts them. */
  readonly blocks: number;
}

/** A request as a row of segments, in the order in which a provider reads them. */
export interface Trail {
  /** Provider, API and model. */
  readonly model: string;
  readonly headParameters: ParameterDigests;
  readonly inputParameters: ParameterDigests;
  /** The digest of what stands before the first segment. */
  readonly head: string;
  readonly marks: readonly Mark[];
  /** How many segments stand before the input. */
  readonly leading: number;
  readonly items: readonly WindowItem[];
  /** For each item of the input, how many segments there are up to its end. */
  readonly ends: readonly number[];
  /** The first item that holds an image; -1 for none. */
  readonly images: number;
}

/** Lays out a request; what it shares with an earlier one of the task is taken from there, so that this costs what was added. */
export function trailOf(
  { window, request }: { readonly window: Window; readonly request: EncodedRequest },
  parameters: CachedParameters,
  earlier: Trail | null,
): Trail {
  const { input } = window;
  const model = digest(JSON.stringify([request.provider, request.api ?? null, modelOf(request)]));
  const headParameters = parameterDigests(request.body, parameters.head);
  const head = chained(model, headParameters);
  const lead = extendMarks([], head, leadingPieces(window, toolsJson(request, window.tools)));

  const same = earlier === null ? 0 : sharedItems(earlier.items, input);
  const sections = new Map(window.sections.map((section) => [section.id, section]));
  const piecesAt = (index: number): ItemPieces | null => {
    const item = input[index];
    return item === undefined ? null : piecesOf(item, sections);
  };
  const images = firstImage(earlier, same, input, piecesAt);
  const asked = parameterDigests(request.body, parameters.input);
  const isCounted = images !== -1 && parameters.input.includes("images");
  const inputParameters = isCounted ? { ...asked, images: digest("images") } : asked;

  const start = chained(lead.at(-1)?.chain ?? head, inputParameters);
  const isSame = earlier !== null && earlier.leading === lead.length && startOf(earlier) === start;
  const shared = isSame ? same : 0;
  const marks = shared === 0 || earlier === null ? [...lead] : earlier.marks.slice(0, earlier.ends[shared - 1]);
  const ends = earlier === null ? [] : earlier.ends.slice(0, shared);
  for (let index = shared; index < input.length; index += 1) {
    const item = piecesAt(index);
    if (item === null) continue;
    const isSameRun = item.run !== null && item.run === piecesAt(index - 1)?.run;
    extendMarks(marks, start, item.pieces, isSameRun ? 0 : item.blocks / item.pieces.length, lead.length);
    ends.push(marks.length);
  }
  return { model, headParameters, inputParameters, head, marks, leading: lead.length, items: input, ends, images };
}

function firstImage(
  earlier: Trail | null,
  same: number,
  { length }: readonly WindowItem[],
  piecesAt: (index: number) => ItemPieces | null,
): number {
  if (earlier !== null && earlier.images !== -1 && earlier.images < same) return earlier.images;
  for (let index = same; index < length; index += 1) if (piecesAt(index)?.hasImage === true) return index;
  return -1;
}

function startOf({ head, marks, leading, inputParameters }: Trail): string {
  return chained(marks[leading - 1]?.chain ?? head, inputParameters);
}

function sharedItems(before: readonly WindowItem[], after: readonly WindowItem[]): number {
  let same = 0;
  while (same < after.length && before[same] === after[same]) same += 1;
  return same;
}

function chained(chain: string, parameters: ParameterDigests): string {
  const names = Object.keys(parameters);
  return names.length === 0 ? chain : digest(JSON.stringify([chain, names.map((name) => [name, parameters[name]])]));
}

/** Adds pieces behind the marks that are there; the first behind `from` marks goes on from `start`. */
function extendMarks(marks: Mark[], start: string, pieces: readonly Piece[], blocks = 1, from = 0): readonly Mark[] {
  for (const piece of pieces) {
    const last = marks.at(-1);
    const before = marks.length === from ? start : (last?.chain ?? start);
    marks.push({
      piece,
      chain: digest(`${before} ${piece.segment.digest}`),
      tokens: (last?.tokens ?? 0) + piece.segment.tokens,
      blocks: (last?.blocks ?? 0) + blocks,
    });
  }
  return marks;
}

/** Counted tokens of the first segments of a request. */
export function tokensUpTo({ marks }: Trail, segments: number): number {
  return marks[segments - 1]?.tokens ?? 0;
}

/** The digest of the first segments of a request. */
export function chainAt({ head, marks }: Trail, segments: number): string {
  return marks[segments - 1]?.chain ?? head;
}

/** How many segments stand before a place that is given as the number of input items before it. */
export function segmentsBefore({ leading, ends }: Trail, items: number): number {
  return items <= 0 ? leading : (ends[Math.min(items, ends.length) - 1] ?? leading);
}

/** How many leading segments two requests have in common. */
export function sharedSegments(a: Trail, b: Trail): number {
  if (a.head !== b.head) return 0;
  // Where the chain is the same, everything before it is.
  let [same, different] = [0, Math.min(a.marks.length, b.marks.length) + 1];
  while (different - same > 1) {
    const middle = Math.floor((same + different) / 2);
    if (a.marks[middle - 1]?.chain === b.marks[middle - 1]?.chain) same = middle;
    else different = middle;
  }
  return same;
}

/**
 * Counted tokens that two requests have in common. Within the first segment that differs, tokens are taken to be as dense as
 * in the whole of it.
 */
export function sharedTokens(before: Trail, after: Trail): { readonly tokens: number; readonly isWhole: boolean } {
  const same = sharedSegments(before, after);
  const tokens = tokensUpTo(after, same);
  const [a, b] = [before.marks[same]?.piece, after.marks[same]?.piece];
  if (a === undefined || b === undefined || before.head !== after.head) return { tokens, isWhole: a === undefined };
  if (a.segment.label !== b.segment.label || a.segment.digest === b.segment.digest) return { tokens, isWhole: false };
  const bytes = Math.max(1, Buffer.byteLength(b.text));
  const share = firstDifferingByte(a.text, b.text) / bytes;
  return { tokens: tokens + Math.floor(b.segment.tokens * Math.min(1, share)), isWhole: false };
}
