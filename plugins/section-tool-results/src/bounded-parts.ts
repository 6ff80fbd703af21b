import { canonicalJson, head, type Part, tail, text } from "@varve/kernel";

/** A part as far as it is shown: whole, or its beginning and its end where the cut goes through it. */
interface Piece {
  readonly part: Part;
  readonly cut: { readonly first: string; readonly last: string; readonly leftOut: number } | null;
}

/**
 * The parts, or the beginning and the end of what they say with a note in the middle when that is longer than the
 * bound. Texts count with their length and data with the length of its canonical JSON, as which it is sent; data that
 * the cut goes through becomes text. Pictures and files are neither counted nor left out.
 *
 * @param maxCharacters UTF-16 code units, without the note
 */
export function withinBound(parts: readonly Part[], maxCharacters: number): readonly Part[] {
  const words = parts.map(wordsOf);
  const total = words.reduce((sum, each) => sum + (each?.length ?? 0), 0);
  if (total <= maxCharacters) return parts;

  const headEnd = Math.ceil(maxCharacters / 2);
  const tailStart = total - Math.floor(maxCharacters / 2);
  let offset = 0;
  const pieces = parts.map((part, index): Piece => {
    const said = words[index] ?? null;
    if (said === null) return { part, cut: null };
    const [start, end] = [offset, offset + said.length];
    offset = end;
    if (end <= headEnd || start >= tailStart) return { part, cut: null };
    const first = head(said, headEnd - start);
    const last = tail(said, end - tailStart);
    return { part, cut: { first, last, leftOut: said.length - first.length - last.length } };
  });
  const leftOut = pieces.reduce((sum, { cut }) => sum + (cut?.leftOut ?? 0), 0);
  return joined(
    pieces,
    `[${leftOut} of ${total} characters left out here: a result shows at most ${maxCharacters}. If they matter, ask for a narrower part.]`,
  );
}

function joined(pieces: readonly Piece[], note: string): readonly Part[] {
  const at = pieces.findIndex(({ cut }) => cut !== null);
  return pieces.flatMap(({ part, cut }, index) => {
    if (cut === null) return [part];
    const shown = [cut.first, index === at ? note : "", cut.last].filter((each) => each !== "");
    return shown.length === 0 ? [] : [text(shown.join("\n"))];
  });
}

function wordsOf(part: Part): string | null {
  switch (part.kind) {
    case "text":
      return part.text;
    case "data":
      return canonicalJson(part.data);
    case "image":
    case "file":
      return null;
  }
}
