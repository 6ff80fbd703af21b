/** How long one case may be measured, milliseconds. */
const BUDGET_MS = 2_000;

/** How long a case runs first, so that what is measured is compiled, milliseconds. */
const WARM_UP_MS = 500;

const LEAST_RUNS = 7;

const MOST_RUNS = 1_000;

/**
 * The median time of a case, milliseconds, over at least seven runs in a warm process.
 * @param ready makes ready for the next run; it is not measured
 */
export async function medianMs(
  run: () => Promise<unknown>,
  ready: () => Promise<unknown> = async () => {},
): Promise<number> {
  const times: number[] = [];
  const timed = async (): Promise<number> => {
    await ready();
    const before = performance.now();
    await run();
    return performance.now() - before;
  };
  for (let warm = 0; warm < WARM_UP_MS; ) warm += Math.max(0.1, await timed());
  globalThis.gc?.();
  for (let measured = 0; times.length < LEAST_RUNS || (measured < BUDGET_MS && times.length < MOST_RUNS); ) {
    const time = await timed();
    times.push(time);
    measured += time;
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? Number.NaN;
}
