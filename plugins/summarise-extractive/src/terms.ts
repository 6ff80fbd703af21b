const WORD = /[\p{L}\p{N}_]+/gu;
/** Scripts that are written without blanks: their words are taken as pairs of characters. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** The terms of a sentence, each once, in order: words in lower case, or pairs of characters. */
export function termsOf(sentence: string): readonly string[] {
  const terms = new Set<string>();
  for (const [word] of sentence.matchAll(WORD)) {
    if (!UNSPACED.test(word)) {
      if (word.length > 1) terms.add(word.toLowerCase());
      continue;
    }
    const characters = Array.from(word);
    if (characters.length === 1) terms.add(word);
    for (let index = 1; index < characters.length; index += 1) {
      terms.add(`${characters[index - 1] ?? ""}${characters[index] ?? ""}`);
    }
  }
  return [...terms];
}
