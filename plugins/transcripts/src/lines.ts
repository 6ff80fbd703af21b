import { constants } from "node:buffer";

/** One line of a text file, without its line feed. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** What had to be changed to make it text, or `null`. */
  readonly damage: string | null;
}

const LINE_FEED = 0x0a;
const REPLACED = "bytes that are no UTF-8 were replaced by U+FFFD";

/**
 * Splits bytes at line feeds and nowhere else: JSON text may hold the other characters that Unicode ends lines with. Each
 * line is decoded by itself, so that bad bytes spoil one line and its number is known; a byte order mark is dropped.
 *
 * @param longestBytes lines above it are given back empty, and say so; a string cannot hold more
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longestBytes: number = constants.MAX_STRING_LENGTH,
): AsyncGenerator<Line> {
  let number = 1;
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const add = (piece: Uint8Array): void => {
    bytes += piece.length;
    if (bytes > longestBytes) pieces = [];
    else pieces.push(piece);
  };
  const take = (): Line => {
    const line = bytes > longestBytes ? tooLong(number, bytes) : decode(number, pieces);
    number += 1;
    pieces = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (bytes > 0) yield take();
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

function decode(number: number, pieces: readonly Uint8Array[]): Line {
  const [first] = pieces;
  const bytes = first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces);
  try {
    return { number, text: strict.decode(bytes), damage: null };
  } catch {
    return { number, text: lenient.decode(bytes), damage: REPLACED };
  }
}

function tooLong(number: number, bytes: number): Line {
  return { number, text: "", damage: `skipped: a line of ${bytes} bytes is longer than a string can be` };
}
