import { describe, expect, test } from "vitest";
import { createLogger } from "../src/logger.ts";
import { maskText } from "../src/mask.ts";

const mask = (text: string) => maskText(text, 1_000);

// Put together here, so that no scanner takes this file for a leak.
const joined = (...parts: readonly string[]) => parts.join("");

describe("what looks like a secret is masked wherever it stands in a text", () => {
  test.each([
    ["an OpenAI key", joined("s", "k-proj-Abc123_def456-GHI"), "[masked]"],
    ["an Anthropic key", joined("s", "k-ant-api03-abcdefgh"), "[masked]"],
    ["a bearer token", "Bearer abc.def-123", "Bearer [masked]"],
    ["a bearer token in lower case", "authorization: bearer abc.def-123", "authorization: bearer [masked]"],
    ["basic credentials", "Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic [masked]"],
    ["an AWS key id", joined("AK", "IAIOSFODNN7EXAMPLE"), "[masked]"],
    ["a GitHub token", joined("gh", "p_0123456789abcdefghij0123456789abcdef"), "[masked]"],
    ["a fine-grained GitHub token", joined("github", "_pat_11ABCDEFG0123456789_abc"), "[masked]"],
    ["a Slack token", joined("xo", "xb-123456789012-abcdef"), "[masked]"],
    ["a Google key", joined("AI", "zaSyA0123456789abcdefghijklmnopqrstuv"), "[masked]"],
    ["a JSON web token", joined("ey", "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"), "[masked]"],
    ["an environment variable", "OPENAI_API_KEY=abcd1234", "OPENAI_API_KEY=[masked]"],
    ["a member of JSON", '{"password": "hunter22", "a": 1}', '{"password": "[masked]", "a": 1}'],
    ["a parameter of an address", "https://x.test/?token=abcd1234&b=1", "https://x.test/?token=[masked]&b=1"],
    ["credentials in an address", "postgres://me:hunter22@db/x", "postgres://me:[masked]@db/x"],
    ["a private key", joined("-----BEGIN RSA ", "PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----"), "[masked]"],
  ])("%s", (_, secret, masked) => {
    expect(mask(`before ${secret} after`)).toBe(`before ${masked} after`);
  });

  test("a long text is searched before it is cut, so that no half of a key is left", () => {
    const text = `${"x".repeat(95)} ${joined("s", "k-proj-abcdefghijklmnopqrstuvwxyz")}`;
    expect(maskText(text, 100)).toBe(`${"x".repeat(95)} [mas…`);
  });

  test("hostile texts take no longer than their length", () => {
    const started = performance.now();
    for (const unit of ["sk-", "eyJ", "token=", "a://b:", "Bearer ", "-----BEGIN PRIVATE KEY-----", "xoxb-", '"']) {
      mask(unit.repeat(100_000));
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("what is no secret stays", () => {
  test.each([
    "task-identifier-of-some-length",
    "disk_usage_report risk-assessment-2026",
    "1,234 tokens: 12 in, 34 out",
    "the token was refused",
    "Raise [context] turn_budget_tokens, or shorten these sections.",
    "/home/me/project/plugins/store-sqlite/src/index.ts:12:34",
    "https://example.test:8080/v1/responses",
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ])("%s", (text) => {
    expect(mask(text)).toBe(text);
  });
});

test("half a character at the cut does not get into the log", () => {
  expect(maskText("ab😀", 3)).toBe("ab\ufffd…");
});

test("values under telling keys are masked whatever they look like, and lists are looked into", () => {
  const written: string[] = [];
  const logger = createLogger("info", { write: (line) => void written.push(line) });
  logger.info({
    authorization: "plain",
    deep: { "x-api-key": "plain", er: { password: 1 } },
    list: ["Bearer abcdefgh"],
  });
  expect(JSON.parse(written.join(""))).toMatchObject({
    authorization: "[masked]",
    deep: { "x-api-key": "[masked]", er: { password: "[masked]" } },
    list: ["Bearer [masked]"],
  });
});
