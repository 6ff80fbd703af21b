/**
 * - `path`: a file, a folder or an address
 * - `name`: an identifier, a flag, a package, a hash, an e-mail address: whatever a later call must repeat exactly
 * - `number`: a quantity, a date, a version
 * - `pair`: two plain words joined, such as `read/write` or `well-known`: a name only if it turns out to be used as one
 */
export type FactKind = "path" | "name" | "number" | "pair";

/** Something short and exact that occurred in a text. */
export interface Fact {
  readonly kind: FactKind;
  readonly text: string;
  /** For a number: the word that it belongs to, as it stood before it. */
  readonly label?: string;
}

/** Longer tokens are blobs (base64, minified code), and no summary should quote them. */
const LONGEST = 200;

const SCHEME = String.raw`[A-Za-z][A-Za-z0-9+.-]{1,15}:\/\/[^\s"'\`<>()[\]{}|\\^，。；、！？）】》」』]{1,${LONGEST * 2}}`;
/** Letters, digits and what joins them in identifiers and paths; everything else parts two tokens. */
const RUN = String.raw`[A-Za-z0-9_$€£¥₩@~#.\/\\+\u00c0-\u024f-][A-Za-z0-9_$@~#.\/\\%+:\u00c0-\u024f-]*`;
/** A comma parts two tokens, except between thousands. */
const THOUSANDS = String.raw`[#$€£¥₩+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d\w])`;
const TOKEN = new RegExp(`${SCHEME}|${THOUSANDS}|${RUN}`, "g");

/** What may follow a number and belongs to it. */
const UNIT = /[ \u00a0]?(?:[%‰€元円원]|°[CF]|(?:[kKMGT]i?B|ms|µs|px|km|kg|USD|EUR)(?![A-Za-z0-9]))/y;

/** Between a number and its label: `timeout: 120`, `"timeout":120`, `timeout = 120`. */
const LABEL_GAP = /^[ \t"':=]{1,4}$/;
const LABEL = /^[A-Za-z\u00c0-\u024f][A-Za-z0-9_\u00c0-\u024f.-]{2,23}$/;

/** The facts of a text, in order, repetitions included. Linear in the text, whatever it holds. */
export function* factsIn(text: string): Generator<Fact> {
  let before = "";
  let beforeEnd = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const end = TOKEN.lastIndex;
    const token = trim(match[0]);
    if (token.length >= 2 && token.length <= LONGEST) {
      const gap = beforeEnd > 0 && match.index - beforeEnd <= 4 ? text.slice(beforeEnd, match.index) : "";
      yield* classified(token, labelFrom(before, gap), unitAt(text, end));
      // A generator's caller may have searched with the same pattern in between.
      TOKEN.lastIndex = end;
    }
    before = token;
    beforeEnd = end;
  }
  yield* pathsBeyondLatin(text);
}

/** The word before a number, if it stands close enough and is more than a particle. */
function labelFrom(before: string, gap: string): string {
  if (!LABEL_GAP.test(gap) || !LABEL.test(before)) return "";
  return gap.trim() === "" && before.length < 4 ? "" : before;
}

function unitAt(text: string, at: number): string {
  UNIT.lastIndex = at;
  return UNIT.exec(text)?.[0].trim() ?? "";
}

function trim(token: string): string {
  let end = token.length;
  while (end > 0 && ".,:;\\/+-".includes(token.charAt(end - 1))) end -= 1;
  let start = 0;
  while (start < end && ":;+\\".includes(token.charAt(start)) && !/\d/.test(token.charAt(start + 1))) start += 1;
  return token.slice(start, end);
}

const PLAIN = /^[a-z\u00e0-\u024f]+$|^[A-Z\u00c0-\u00de][a-z\u00e0-\u024f]*$/;
const NUMBER = /^[#$€£¥₩+-]?\d+(?:[.,_:/-]\d+)*(?:%|[A-Za-z]{1,3})?$|^\d{4}-\d{2}-\d{2}T[\d:.+Z-]+$/;
const PLACE = /^([^:\\]{2,}):(\d{1,6})(?::\d{1,6})?$/;

function* classified(token: string, label: string, unit: string): Generator<Fact> {
  if (PLAIN.test(token)) return;
  if (token.includes("://")) {
    yield { kind: "path", text: token };
    return;
  }
  if (NUMBER.test(token)) {
    const text = unit === "" ? token : `${token} ${unit}`;
    if (!isSmall(token) || unit !== "") yield label === "" ? { kind: "number", text } : { kind: "number", text, label };
    return;
  }
  const place = PLACE.exec(token);
  if (place !== null) {
    yield* named(place[1] ?? "");
    if (!isSmall(place[2] ?? ""))
      yield { kind: "number", text: token.slice((place[1] ?? "").length + 1), label: place[1] ?? "" };
    return;
  }
  if (token.includes(":") && !/^[A-Za-z]:\\/.test(token)) {
    for (const part of token.split(/:+/)) yield* named(trim(part));
    return;
  }
  yield* named(token);
}

/** One digit says nothing on its own. */
function isSmall(token: string): boolean {
  return /^\d$/.test(token);
}

function* named(token: string): Generator<Fact> {
  if (token.length < 3 || PLAIN.test(token) || !/[A-Za-z\u00c0-\u024f]/.test(token)) return;
  const kind = kindOf(token);
  if (kind !== null) yield { kind, text: token };
}

const WORD_PAIR = /^[A-Za-z\u00c0-\u024f]+(?:[/-][A-Za-z\u00c0-\u024f]+)$/;
/** A file by its ending; other words joined with dots are members of something: `theme.fg`, `Math.max`. */
const FILE = new RegExp(
  String.raw`[^.]\.(?:${[
    "[cm]?[jt]sx?|json[lc5]?|ya?ml|toml|xml|csv|tsv|ini|cfg|conf|env|lock|properties|mdx?|rst|txt|log|html?|s?css|less|svg",
    "png|jpe?g|gif|webp|ico|pdf|docx?|xlsx?|pptx?|zip|gz|tar|tgz|py|pyi|ipynb|rb|rs|go|java|kts?|swift|scala|cs|cc|cpp|hpp",
    "php|lua|sh|bash|zsh|ps1|bat|sql|db|sqlite3?|proto|graphql|vue|svelte|tf|gradle|diff|patch|pem|crt|key|bin|exe|wasm",
  ].join("|")})$`,
  "i",
);
const ABBREVIATION = /^(?:[A-Za-z]\.)+[A-Za-z]?$/;
const JOINED = /[_$@#\d]|[a-z][A-Z]|[A-Z]{2,}[a-z]|[A-Za-z]\.[A-Za-z]|-.*-|^--?[a-z]/;
const CAPITALS = /^[A-Z]{3,}$/;

function kindOf(token: string): FactKind | null {
  if (ABBREVIATION.test(token)) return null;
  if (WORD_PAIR.test(token) || CAPITALS.test(token)) return "pair";
  if (token.includes("/") || token.includes("\\")) return "path";
  if (FILE.test(token)) return "path";
  return JOINED.test(token) ? "name" : null;
}

const BEYOND_LATIN = /[^\s"'`<>()[\]{}|,;:=，。；：、！？（）【】《》「」『』“”‘’]{3,200}/g;

/** Paths with letters that identifiers do not have: `文档/报告.md`. What is attached to a Latin path is no part of it. */
function* pathsBeyondLatin(text: string): Generator<Fact> {
  if (!/[\u0250-\uffff]/.test(text)) return;
  for (const [token] of text.matchAll(BEYOND_LATIN)) {
    if (/[\u0250-\uffff]/.test(token) && /[\p{L}\p{N}]\.[A-Za-z][A-Za-z0-9]{0,7}$/u.test(token)) {
      yield { kind: "path", text: token };
    }
  }
}
