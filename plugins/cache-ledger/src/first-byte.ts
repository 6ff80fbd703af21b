/** The first byte, of UTF-8, in which two texts differ; where one begins with the other, the shorter one's length. */
export function firstDifferingByte(before: string, after: string): number {
  const [a, b] = [Buffer.from(before), Buffer.from(after)];
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a[at] === b[at]) at += 1;
  return at;
}
