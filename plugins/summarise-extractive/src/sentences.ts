import { oneLine, shorten } from "./one-line.ts";

/** The locale is fixed, so that the machine's own cannot change where sentences end. */
const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** The most that is read of one text, UTF-16 units: its beginning and its end. */
const HEAD = 24_000;
const TAIL = 12_000;

const FENCE = /^\s*(?:```|~~~)/;
const DECORATION = /^(?:[#>*+|-]+|\d{1,3}[.)])\s+/;
const SHORTEST = 12;
const LONGEST = 320;

/** The sentences of a text, each on one line, without code blocks, list marks and headings' signs. In any language. */
export function sentencesOf(text: string): readonly string[] {
  const bounded = text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;
  return prose(bounded.toWellFormed()).flatMap((line) =>
    Array.from(SENTENCES.segment(line), ({ segment }) => oneLine(segment).replace(DECORATION, ""))
      .filter(says)
      .map((sentence) => shorten(sentence, LONGEST)),
  );
}

function prose(text: string): readonly string[] {
  let code = false;
  return text.split("\n").filter((line) => {
    if (FENCE.test(line)) {
      code = !code;
      return false;
    }
    return !code && line.trim() !== "";
  });
}

/** A few characters say something in Han, Kana or Hangul, and nothing in Latin. */
function says(sentence: string): boolean {
  return sentence.length >= SHORTEST || /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}].{3}/u.test(sentence);
}
