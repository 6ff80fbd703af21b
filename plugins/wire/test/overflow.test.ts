import { describe, expect, it } from "vitest";
import { CallFailure, faultOf, OVERFLOW_WORDINGS } from "../src/index.ts";

const answered = (status: number | null, message: string, code: string | null = null) =>
  faultOf(new CallFailure({ kind: "answered", status, message, code }).failure);

describe("fault 79: an overflow", () => {
  it.each(OVERFLOW_WORDINGS)("of $server is known by what it says: $example", ({ example, code }) => {
    if (example !== undefined) expect(answered(400, example)).toBe("overflow");
    if (code !== undefined) expect(answered(400, "Bad request", code)).toBe("overflow");
  });

  it.each(OVERFLOW_WORDINGS)("of $server has a source that can be looked up", ({ source }) => {
    expect(source).toMatch(/^https:\/\/.+/);
  });

  it("within a stream, where there is no status, is one too", () => {
    expect(answered(null, "Your input exceeds the context window of this model.", "context_length_exceeded")).toBe(
      "overflow",
    );
  });

  it.each([
    "Invalid value for 'context': expected a string.",
    "Unknown parameter: 'context_management'.",
    "The model does not support a context window option.",
    "max_tokens is too large: 200000. This model supports at most 16384 completion tokens.",
    "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024.",
    "Could not find the context file.",
  ])("is not what merely mentions one: %s", (message) => {
    expect(answered(400, message)).toBe("rejected");
  });
});

describe("fault 86: a rate limit and a byte limit are neither an overflow nor each other", () => {
  it.each([
    [429, "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.", "rate_limit_exceeded"],
    [429, "Number of request tokens has exceeded your per-minute rate limit", "rate_limit_error"],
    [429, "This model's maximum context length is 100 tokens", null],
  ])("%i %s is retried", (status, message, code) => {
    expect(answered(status, message, code)).toBe("retryable");
  });

  it.each([
    [413, "Request exceeds the maximum size", "request_too_large"],
    [413, "Payload Too Large", null],
  ])("%i %s is too large", (status, message, code) => {
    expect(answered(status, message, code)).toBe("too_large");
  });

  it("a spent quota is no rate limit: no waiting mends it", () => {
    expect(answered(429, "You exceeded your current quota", "insufficient_quota")).toBe("rejected");
  });
});

it.each([
  [500, "retryable"],
  [502, "retryable"],
  [529, "retryable"],
  [408, "retryable"],
  [400, "rejected"],
  [401, "rejected"],
  [403, "rejected"],
  [404, "rejected"],
  [422, "rejected"],
])("status %i is %s", (status, fault) => {
  expect(answered(status, "no")).toBe(fault);
});
