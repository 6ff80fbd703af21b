import { AbortedError, type FailedTry, ModelError } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { CallFailure, type Failure, type RetryOptions, retryAfterMs, retrying } from "../src/index.ts";

const KEY = "sk-very-secret";

function failureOf(error: unknown): Failure {
  if (error instanceof CallFailure) return error.failure;
  throw error;
}

function options(more: Partial<RetryOptions> = {}): RetryOptions {
  const signal = new AbortController().signal;
  return { provider: "demo", maxRetries: 2, signal, secret: KEY, failureOf, ...more };
}

/** Fails with one after another, then answers. */
function failing(...failures: readonly Parameters<typeof fail>[0][]) {
  const left = [...failures];
  return async (): Promise<string> => {
    const next = left.shift();
    return next === undefined ? "answer" : fail(next);
  };
}

function fail(failure: ConstructorParameters<typeof CallFailure>[0]): never {
  throw new CallFailure(failure);
}

const LIMITED = { kind: "answered", status: 429, message: "slow down", retryAfterMs: 1, requestId: "req_1" } as const;

async function thrownBy(work: Promise<unknown>): Promise<ModelError> {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof ModelError)) throw error;
  return error;
}

describe("retrying", () => {
  it("sends again after a rate limit, waits as long as is asked, and says what was tried", async () => {
    const told: FailedTry[] = [];
    const { answer, retries } = await retrying(options({ onRetry: (failed) => told.push(failed) }), failing(LIMITED));
    expect(answer).toBe("answer");
    expect(retries).toEqual([{ reason: "slow down", status: 429, requestId: "req_1", waitedMs: 1, mayBePaid: false }]);
    expect(told).toEqual(retries);
  });

  it("gives up after max_retries, with the request's id and every try", async () => {
    const error = await thrownBy(retrying(options(), failing(LIMITED, LIMITED, LIMITED, LIMITED)));
    expect(error).toMatchObject({ code: "MODEL", fault: "retryable", status: 429, requestId: "req_1" });
    expect(error.retries).toHaveLength(2);
    expect(error.message).toContain("after 3 tries");
  });

  it("does not wait for a server that asks for longer than a minute", async () => {
    const error = await thrownBy(retrying(options(), failing({ ...LIMITED, retryAfterMs: 3_600_000 })));
    expect(error.retries).toEqual([]);
  });

  it.each([400, 401, 404, 422])("sends nothing again after a %i", async (status) => {
    const error = await thrownBy(
      retrying(options(), failing({ kind: "answered", status, message: "no", retryAfterMs: 1 })),
    );
    expect(error).toMatchObject({ fault: "rejected", retries: [] });
  });

  it("says when a try that broke off may have been paid for", async () => {
    const lost = { kind: "connection", message: "reset", retryAfterMs: 1, mayBePaid: true } as const;
    const { retries } = await retrying(options(), failing(lost));
    expect(retries).toMatchObject([{ reason: "the connection failed: reset", mayBePaid: true }]);
    const error = await thrownBy(retrying(options({ maxRetries: 0 }), failing(lost)));
    expect(error.mayBePaid).toBe(true);
    expect(error.message).toContain("may have been charged for");
  });

  it("keeps the key out of what a server repeats", async () => {
    const quoting = { kind: "answered", status: 401, message: `Incorrect key ${KEY} given` } as const;
    const error = await thrownBy(retrying(options(), failing(quoting)));
    expect(error.message).toContain("Incorrect key [key] given");
    expect(JSON.stringify([error.message, error.stack, error])).not.toContain(KEY);
  });

  it("ends at once when the signal aborts while it waits", async () => {
    const abort = new AbortController();
    const waiting = retrying(
      options({ signal: abort.signal, onRetry: () => queueMicrotask(() => abort.abort(new Error("enough"))) }),
      failing({ ...LIMITED, retryAfterMs: 50_000 }),
    );
    await expect(waiting).rejects.toBeInstanceOf(AbortedError);
  });
});

describe("what headers ask for", () => {
  const now = Date.parse("2026-12-01T00:00:00Z");
  it.each([
    [{ "retry-after-ms": "250" }, 250],
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after": "Tue, 01 Dec 2026 00:00:05 GMT" }, 5_000],
    [{ "retry-after": "Tue, 01 Dec 2020 00:00:05 GMT" }, 0],
    [{ "retry-after": "soon" }, null],
    [{}, null],
  ])("%o is %s milliseconds", (headers, expected) => {
    expect(retryAfterMs(new Headers(Object.entries(headers).map(([key, value]) => [key, value])), now)).toBe(expected);
  });
});
