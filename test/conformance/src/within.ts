/** Something took longer than was waited for. */
export class TookTooLong extends Error {
  constructor(what: string, patienceMs: number) {
    super(`${what} had not settled after ${patienceMs} ms`);
  }
}

/**
 * Settles with the work, or rejects when it takes too long.
 * @throws TookTooLong
 */
export async function within<T>(work: Promise<T>, patienceMs: number, what: string): Promise<T> {
  // The timer is not unref'ed: a runner that finds nothing else to wait for would end before it fires.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(what, patienceMs)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How some work ended. */
export type Attempt<T> =
  | { readonly value: T; readonly error?: never }
  | { readonly value: null; readonly error: unknown };

/** Never rejects. */
export async function attempt<T>(work: () => Promise<T>, patienceMs: number, what: string): Promise<Attempt<T>> {
  try {
    return { value: await within(work(), patienceMs, what) };
  } catch (error) {
    return { value: null, error };
  }
}
