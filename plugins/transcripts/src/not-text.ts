/** Beginnings of files that are no JSON text, and what to do with them. */
const KNOWN_BEGINNINGS: readonly {
  readonly bytes: readonly number[];
  readonly what: string;
  readonly remedy: string;
}[] = [
  { bytes: [0x1f, 0x8b], what: "gzip-compressed data", remedy: "Decompress it first." },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: "zstd-compressed data", remedy: "Decompress it first." },
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: "a ZIP archive", remedy: "Unpack it first." },
  {
    bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66],
    what: "an SQLite database",
    remedy: "Export the session from it.",
  },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: "a PNG image", remedy: "Name the session's own file." },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: "a PDF document", remedy: "Name the session's own file." },
  { bytes: [0xff, 0xfe], what: "UTF-16 text", remedy: "Save it as UTF-8." },
  { bytes: [0xfe, 0xff], what: "UTF-16 text", remedy: "Save it as UTF-8." },
];

/** Bytes of white space, of a UTF-8 byte order mark, and of what JSON objects and arrays begin with. */
const BEFORE_JSON = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);
const LINE_FEED = 0x0a;
const OPENING = new Set([0x7b, 0x5b]);

/**
 * What a file is that is no text, told by its first bytes; `null` for what may be text. NUL bytes beside lines that begin
 * like JSON are damage, and left to who reads the lines.
 */
export function notText(head: Uint8Array): { readonly what: string; readonly remedy: string } | null {
  const known = KNOWN_BEGINNINGS.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  if (known !== undefined) return known;
  if (!head.includes(0) || hasJsonLine(head)) return null;
  return { what: "binary data", remedy: "Name a JSON or JSONL file in UTF-8." };
}

function hasJsonLine(head: Uint8Array): boolean {
  const first = head.find((byte) => !BEFORE_JSON.has(byte));
  if (first !== undefined && OPENING.has(first)) return true;
  return head.some((byte, index) => OPENING.has(byte) && head[index - 1] === LINE_FEED);
}
