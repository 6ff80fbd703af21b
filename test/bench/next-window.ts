import { append, createState, plainText } from "@varve/kernel";
import { countText } from "@varve/tokens-o200k";
import { benchItems } from "./conversation.ts";
import { benchKernel } from "./kernels.ts";
import { medianMs } from "./median.ts";

export interface NextWindowRow {
  readonly entries: number;
  /** The first window of a resumed task: everything is rendered and counted. */
  readonly firstMs: number;
  /** Three entries appended, and the next window prepared. */
  readonly nextMs: number;
  /** Counting the three new entries alone, which no exact estimate can do without. */
  readonly tokenizerMs: number;
  /** The next window, and its request body encoded. */
  readonly encodedMs: number;
  /** `JSON.stringify` of that body: the floor, since it must be written anyway. */
  readonly stringifyMs: number;
}

/** What the next window costs, beside writing it, in one run. */
export async function nextWindow(entries: number): Promise<NextWindowRow> {
  // A budget that is never reached: this measures preparing, not compacting.
  const kernel = await benchKernel(1_000_000_000);
  const base = benchItems(entries);
  let state = append(createState({ taskId: "bench" }), base);
  let next = entries;
  const grow = (): void => {
    state = append(state, benchItems(3, next));
    next += 3;
  };
  /** Keeps the size what it says: a task that has grown by a twentieth begins anew. */
  const hold = async (): Promise<void> => {
    if (next < entries * 1.05) return;
    state = append(createState({ taskId: "bench" }), base);
    next = entries;
    await kernel.encode((await kernel.prepare(state)).window);
  };

  const started = performance.now();
  await kernel.prepare(state);
  const firstMs = performance.now() - started;
  const nextMs = await medianMs(async () => {
    grow();
    await kernel.prepare(state);
  }, hold);
  const encodedMs = await medianMs(async () => {
    grow();
    await kernel.encode((await kernel.prepare(state)).window);
  }, hold);
  const tokenizerMs = await medianMs(async () => {
    for (const item of benchItems(3, next)) countText(plainText(item));
    next += 3;
  });
  const { body } = await kernel.encode((await kernel.prepare(state)).window);
  const stringifyMs = await medianMs(async () => JSON.stringify(body).length);
  return { entries, firstMs, nextMs, tokenizerMs, encodedMs, stringifyMs };
}
