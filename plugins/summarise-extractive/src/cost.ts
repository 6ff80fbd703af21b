/**
 * A quick estimate of tokens, a little above the truth for most texts. It is used to choose among thousands of lines;
 * what was chosen is then counted once, by `tokens.count`.
 */
export function cost(text: string): number {
  let quarters = 0;
  let word = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const lower = unit >= 97 && unit <= 122;
    if (lower) {
      word += 1;
      continue;
    }
    quarters += ofWord(word);
    word = 0;
    if (unit >= 65 && unit <= 90) word = 1;
    else if (unit >= 48 && unit <= 57) quarters += 2;
    else if (unit === 32) continue;
    else if (unit < 128) quarters += 3;
    else quarters += 4;
  }
  return Math.ceil((quarters + ofWord(word)) / 4);
}

/** Quarters of a token: short words are one token, longer ones about one for every six letters. */
function ofWord(letters: number): number {
  return letters === 0 ? 0 : 4 * Math.ceil(letters / 7);
}
