import { append, createState } from "@varve/kernel";
import { benchItems } from "./conversation.ts";
import { benchKernel } from "./kernels.ts";
import { medianMs } from "./median.ts";

export interface NextWindowRow {
  readonly entries: number;
  /** The first window of a resumed task: everything is rendered and counted. */
  readonly firstMs: number;
  /** Three entries appended, and the next window prepared. */
  readonly nextMs: number;
  /** The same, and its request body encoded. */
  readonly encodedMs: number;
  /** `JSON.stringify` of that body: the floor, since it must be written anyway. */
  readonly stringifyMs: number;
}

/** What the next window costs, beside writing it, in one run. */
export async function nextWindow(entries: number): Promise<NextWindowRow> {
  // A budget that is never reached: this measures preparing, not compacting.
  const kernel = await benchKernel(1_000_000_000);
  let state = append(createState({ taskId: "bench" }), benchItems(entries));
  let next = entries;
  const grow = (): void => {
    state = append(state, benchItems(3, next));
    next += 3;
  };

  const started = performance.now();
  await kernel.prepare(state);
  const firstMs = performance.now() - started;
  const nextMs = await medianMs(async () => {
    grow();
    await kernel.prepare(state);
  });
  const encodedMs = await medianMs(async () => {
    grow();
    await kernel.encode((await kernel.prepare(state)).window);
  });
  const { body } = await kernel.encode((await kernel.prepare(state)).window);
  const stringifyMs = await medianMs(async () => JSON.stringify(body).length);
  return { entries, firstMs, nextMs, encodedMs, stringifyMs };
}
