/** The numbers of a text, full-width digits taken as plain ones, without those that only count a list. */
export function numbersIn(text) {
  return text
    .normalize("NFKC")
    .split("\n")
    .map((line) => line.replace(/^\s*\d+\.\s/, ""))
    .flatMap((line) => line.match(/\d+(?:[.,]\d+)?/g) ?? []);
}
