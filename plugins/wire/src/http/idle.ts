import { CallFailure } from "./failure.ts";

/**
 * The elements of a stream, each within a time of the one before: a stream that hangs would hold a turn up for ever.
 *
 * @param stop ends what the stream comes from
 * @throws CallFailure when nothing comes for that long
 */
export async function* withinIdleMs<Element>(
  stream: AsyncIterable<Element>,
  idleMs: number,
  stop: () => void,
): AsyncGenerator<Element> {
  const elements = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await inTime(elements.next(), idleMs, stop);
    if (next.done === true) return;
    yield next.value;
  }
}

async function inTime<Value>(value: Promise<Value>, idleMs: number, stop: () => void): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      stop();
      reject(new CallFailure({ kind: "timeout", message: `no part of the answer for ${idleMs} ms`, mayBePaid: true }));
    }, idleMs);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
