import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { runVarve, terminalOf } from "@varve/cli";
import { describe, expect, onTestFinished, test } from "vitest";

const folder = dirname(import.meta.dirname);

/** Runs the command line in the project, as the README does. */
async function varve(...args: readonly string[]): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const terminal = terminalOf({ stdout, stderr, env: { NO_COLOR: "1" }, cwd: () => folder });
  const exitCode = await runVarve(args, terminal, new AbortController().signal);
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  return out;
}

/** What a replay of the large example session says; its files go elsewhere. */
async function replayed(...args: readonly string[]): Promise<string> {
  const requests = mkdtempSync(join(tmpdir(), "varve-example-"));
  onTestFinished(() => rmSync(requests, { recursive: true, force: true }));
  return await varve("replay", "../sessions/fix-inventory.jsonl", "--requests", requests, ...args);
}

const REPLACED = [
  ["section.plan.in", "@varve/section-plan"],
  ["compaction.trigger.in", "@varve/trigger-fraction"],
  ["compaction.keep.in", "@varve/keep-essentials"],
  ["compaction.summarise.in", "@varve/summarise-extractive"],
] as const;

describe("varve.toml", () => {
  test("is valid, and names the agent, the participants and the skill", async () => {
    const out = await varve("check");
    expect(out).toMatch(/varve\.toml is valid\.\n/);
    expect(out).toMatch(/prompt\.participants +noor, ilse\n.*agents +customer-service\n/);
  });

  test.each(REPLACED)("puts the strategy before the default at %s", async (hookPoint, byDefault) => {
    const out = await varve("explain");
    const row = `  ${hookPoint.replaceAll(".", "\\.")} +@acme/varve-outline +0\n +${byDefault} +1000  default\n`;
    expect(out).toMatch(new RegExp(row));
  });

  test("compacts the large example session into outlines, with prompt, agent and skill in every window", async () => {
    const out = await replayed();
    expect(out).toMatch(/ {2}trigger +@acme\/varve-outline\n {2}keep +@acme\/varve-outline\n/);
    expect(out).toMatch(/ {2}summarise +@acme\/varve-outline ×[5-9]/);
    const window = await replayed("--show", "50", "--all");
    expect(window).toContain("You look after leafstock");
    expect(window).toContain("- customer-service: Customer service");
    expect(window).toContain("- count-stock: Compares what the ledger says");
    expect(window).toMatch(/# Outline of what came before\n.*\n.*## Our accountant rang on 7 April/);
  });

  test("leaves the summary to the default where less than smallest_tokens would go", async () => {
    // In a quarter of the budget less goes at a time.
    const out = await replayed("--budget", "6000");
    expect(out).toMatch(/ {2}summarise .*@acme\/varve-outline ×\d+/);
    expect(out).toMatch(/ {2}summarise .*@varve\/summarise-extractive ×\d+/);
  });
});

describe("varve.defaults.toml", () => {
  const VARIANT = ["--config", "varve.defaults.toml"] as const;

  test.each(REPLACED)("leaves %s to %s alone", async (hookPoint, byDefault) => {
    const out = await varve("explain", ...VARIANT);
    expect(out).toMatch(new RegExp(`  ${hookPoint.replaceAll(".", "\\.")} +${byDefault} +1000  default\n`));
    expect(out).not.toContain("@acme/");
  });

  test("compacts the same session by the default plugins", async () => {
    const out = await replayed(...VARIANT);
    expect(out).toMatch(/ {2}trigger +@varve\/trigger-fraction\n {2}keep +@varve\/keep-essentials\n/);
    expect(out).not.toContain("@acme/");
  });
});
