/** A typeface of three by five dots: each digit is a row, its bits are the dots. */
const ROWS: Readonly<Record<string, string>> = {
  "0": "75557",
  "1": "26227",
  "2": "71747",
  "3": "71717",
  "4": "55711",
  "5": "74717",
  "6": "74757",
  "7": "71122",
  "8": "75757",
  "9": "75717",
  A: "25755",
  B: "65656",
  C: "34443",
  D: "65556",
  E: "74647",
  F: "74644",
  G: "34553",
  H: "55755",
  I: "72227",
  J: "11152",
  K: "55655",
  L: "44447",
  M: "57755",
  N: "65555",
  O: "25552",
  P: "65644",
  Q: "25531",
  R: "65655",
  S: "34216",
  T: "72222",
  U: "55557",
  V: "55552",
  W: "55775",
  X: "55255",
  Y: "55222",
  Z: "71247",
  ".": "00002",
  ",": "00024",
  "-": "00700",
  ":": "02020",
  "/": "11244",
  "%": "51245",
};

export const GLYPH_COLUMNS = 3;

/** The rows of a character, each a number of three bits; what the typeface lacks is blank. */
export function glyphRows(character: string): readonly number[] {
  return [...(ROWS[character.toUpperCase()] ?? "00000")].map(Number);
}
