import { head, type Part, tail, text } from "@varve/kernel";

/** What is shown of each end of a binary, UTF-16 code units: enough to recognise a file's signature. */
const END_UNITS = 128;

/** Above this share of odd characters a text is taken for binary. Coloured terminal output and NUL-separated lists stay well below it. */
const ODD_SHARE = 0.1;

/** The part itself, or both its ends with a note between them where its text looks like the bytes of a binary. */
export function withoutBinary(part: Part): Part {
  if (part.kind !== "text" || !looksBinary(part.text)) return part;
  const [first, last] = [head(part.text, END_UNITS), tail(part.text, END_UNITS)];
  const leftOut = part.text.length - first.length - last.length;
  return text(
    `${first}\n[${leftOut} of ${part.text.length} characters left out here: they look like binary data, or text that is not UTF-8.]\n${last}`,
  );
}

function looksBinary(content: string): boolean {
  if (content.length <= 2 * END_UNITS) return false;
  let odd = 0;
  for (let index = 0; index < content.length; index += 1) if (isOdd(content.charCodeAt(index))) odd += 1;
  return odd > content.length * ODD_SHARE;
}

/** Replacement characters and controls; not those that terminals print: backspace to carriage return, and escape. */
function isOdd(unit: number): boolean {
  if (unit < 0x20) return unit < 0x08 || (unit > 0x0d && unit !== 0x1b);
  return unit === 0xfffd || (unit >= 0x7f && unit <= 0x9f);
}
