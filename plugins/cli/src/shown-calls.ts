/** A table of more rows than this is not read but scrolled. */
const READABLE_ROWS = 40;

/** Distances between the calls that are shown, in which people count. */
const STEPS = [2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000];

/** Every how many calls a row is shown, so that the table stays readable: 1 for a short session. */
export function stepFor(calls: number): number {
  if (calls <= READABLE_ROWS) return 1;
  return STEPS.find((step) => calls / step <= READABLE_ROWS) ?? Math.ceil(calls / READABLE_ROWS);
}
