/**
 * Does some work while `fetch` reaches nobody: every request is noted, and waits until its own signal aborts. Other work
 * that runs meanwhile has no network either, so this is for a moment, and for tests.
 *
 * @param work gets the addresses of what was sent, as they come
 */
export async function withoutNetwork<T>(work: (requests: readonly string[]) => Promise<T>): Promise<T> {
  const realFetch = globalThis.fetch;
  const requests: string[] = [];
  globalThis.fetch = async (input, init) => {
    const { url, signal } = new Request(input, init);
    requests.push(url);
    if (!signal.aborted) {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    }
    throw signal.reason;
  };
  try {
    return await work(requests);
  } finally {
    globalThis.fetch = realFetch;
  }
}
