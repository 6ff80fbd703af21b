/** How long one case may be measured, milliseconds. */
const BUDGET_MS = 3_000;

const LEAST_RUNS = 7;

/** The median time of a case, milliseconds, over at least seven runs after a few to warm up. */
export async function medianMs(run: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 3; warm += 1) await run();
  globalThis.gc?.();
  const times: number[] = [];
  const started = performance.now();
  while (times.length < LEAST_RUNS || (performance.now() - started < BUDGET_MS && times.length < 200)) {
    const before = performance.now();
    await run();
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? Number.NaN;
}
