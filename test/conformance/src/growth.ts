/** The long input has so many times the size of the short one. */
export const FACTOR = 4;

/** Linear work takes 4 times as long for 4 times the input, quadratic work 16 times; what is between is noise. */
const MOST_TIMES = 9;

/** Below this nothing can be told apart, and nobody is kept waiting. Milliseconds. */
const QUICK_MS = 60;

/** Above this no disturbance is to blame, and once is enough. Milliseconds. */
const SLOW_MS = 400;

const TRIES = 3;

/** What some work took for a short and for a long input, milliseconds. */
export interface Growth {
  readonly shortMs: number;
  readonly longMs: number;
}

/**
 * Measures some work at two sizes, and says how long each took where that is more than linear; else `null`.
 *
 * @param takesMs how long the work takes for an input of one of the sizes; `null` where it is not done at all
 */
export async function overLinear(takesMs: (size: 1 | typeof FACTOR) => Promise<number | null>): Promise<Growth | null> {
  const longMs = await least(() => takesMs(FACTOR), QUICK_MS);
  if (longMs === null || longMs < QUICK_MS) return null;
  const shortMs = await least(() => takesMs(1), 0);
  return shortMs === null || longMs <= MOST_TIMES * shortMs ? null : { shortMs, longMs };
}

/** The shortest of some tries: the one that was least disturbed. What is below `enoughMs` need not be tried again. */
async function least(takesMs: () => Promise<number | null>, enoughMs: number): Promise<number | null> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && shortest >= enoughMs; tries += 1) {
    const tookMs = await takesMs();
    if (tookMs === null) return null;
    shortest = Math.min(shortest, tookMs);
    if (tookMs > SLOW_MS) break;
  }
  return shortest;
}
