import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { conformance, RULES } from "../src/index.ts";
import dropsCalls from "./broken/drops-calls.ts";
import sound from "./sound/one-line.ts";

conformance({ describe, it }, () => ({ plugin: sound }), { claims: ["deterministic"] });

/** Runs a file under node:test, as TAP. */
function underNodeTest(file: string): { readonly status: number | null; readonly output: string } {
  const path = fileURLToPath(new URL(`runners/${file}`, import.meta.url));
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--test", "--test-reporter=tap", path], {
    encoding: "utf8",
    env,
  });
  return { status, output: stdout + stderr };
}

describe("under node:test", () => {
  it("a plugin that keeps every rule passes, and every rule is a test of its own", () => {
    const { status, output } = underNodeTest("sound.node.ts");
    expect(output).toMatch(/# Subtest: summarise\/pairs: Calls stay with their results/);
    expect(output).toMatch(/ok \d+ - summarise\/deterministic: .* # SKIP/);
    expect(output).toMatch(/# fail 0/);
    expect(status).toBe(0);
  });

  it("a broken plugin fails, with the whole message", () => {
    const { status, output } = underNodeTest("broken.node.ts");
    expect(status).toBe(1);
    expect(output).toMatch(/not ok \d+ - summarise\/pairs/);
    expect(output).toMatch(/# fail 1\n/);
    expect(output).toContain("drops-calls breaks summarise/pairs at compaction.summarise.in");
    expect(output).toContain("Remove whole exchanges");
  });

  it("a plugin that cannot be applied fails by name", () => {
    const { status, output } = underNodeTest("not-applied.node.ts");
    expect(status).toBe(1);
    expect(output).toMatch(/not ok \d+ - plugin\/applies/);
    expect(output).toContain("there is no disk");
  });
});

describe("a runner", () => {
  it("is told what is answered, and by what rules; of what is not claimed it is told that it is skipped", async () => {
    const told: string[] = [];
    const bodies: (void | Promise<void>)[] = [];
    const describe = (name: string, body: () => void | Promise<void>) => {
      told.push(name);
      bodies.push(body());
    };
    const it = Object.assign((name: string) => void told.push(name), {
      skip: (name: string) => void told.push(`skipped ${name}`),
    });
    conformance({ describe, it }, () => ({ plugin: dropsCalls }));
    await Promise.all(bodies);
    expect(told[0]).toBe("conformance");
    expect(told[1]).toMatch(
      /^drops-calls answers compaction\.summarise; not answered, so not checked: section, tokens\.count,/,
    );
    expect(told.filter((name) => name.startsWith("summarise/"))).toHaveLength(
      RULES.filter(({ id }) => id.startsWith("summarise/")).length - 1,
    );
    expect(told.filter((name) => name.startsWith("keep/"))).toEqual([]);
    expect(told.at(-1)).not.toMatch(/^skipped/);
    expect(told).toContainEqual(
      expect.stringMatching(/^skipped summarise\/deterministic: .* \(deterministic is not claimed\)$/),
    );
  });
});
