import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { message } from "@varve/kernel";
import { describe, expect, test } from "vitest";
import { factsOf, isFound, wordsOf } from "../src/compare/facts.ts";
import { shortSession, workSession } from "./sessions.ts";
import { project, recorded, varve } from "./varve.ts";

const kinds = (text: string, role: "user" | "assistant" = "assistant") =>
  factsOf(message(role, text)).map(({ kind, text: words }) => `${kind} ${words}`);

describe("facts", () => {
  test("are paths, identifiers, numbers, and what was decided and asked for", () => {
    expect(
      kinds("We will keep parseRows in src/import.ts:12 and use MAX_RETRIES = 5433 since abc1234 is old."),
    ).toEqual(
      expect.arrayContaining([
        "path src/import.ts",
        "identifier parseRows",
        "identifier MAX_RETRIES",
        "identifier abc1234",
        "number 5433",
        "decision We will keep parseRows in src/import.ts:12 and use MAX_RETRIES = 5433 since abc1234 is old.",
      ]),
    );
    expect(kinds("Mend the import.\nThen go on.", "user")).toEqual(["request Mend the import."]);
    expect(
      factsOf({
        kind: "tool_result",
        callId: "1",
        parts: [{ kind: "text", text: "ok\nTypeError: x is not a function\n" }],
      }),
    ).toContainEqual({ kind: "error", text: "TypeError: x is not a function" });
  });

  test("plain words and small numbers are none", () => {
    expect(kinds("There are 12 things here, and nothing else.")).toEqual([]);
  });

  test("what is exact has to stand there as it is; a statement may be in other words", () => {
    const found = (fact: Parameters<typeof isFound>[0], text: string) => isFound(fact, text, wordsOf(text));
    expect(found({ kind: "path", text: "src/import.ts" }, "see src/import.ts")).toBe(true);
    expect(found({ kind: "path", text: "src/import.ts" }, "see src import ts")).toBe(false);
    const request = { kind: "request", text: "Mend the import of March" } as const;
    expect(found(request, "the March import is to be mended, mend it")).toBe(true);
    expect(found(request, "nothing of it")).toBe(false);
  });
});

describe("varve compare", () => {
  const files = () => ({ "a.jsonl": recorded(workSession(30)), "b.jsonl": recorded(shortSession()) });

  test("brings the same sessions through a baseline, a naive window and the configuration", async () => {
    const folder = project(files());
    const { out, exitCode } = await varve(["compare", "a.jsonl", "b.jsonl", "--budget", "3000"], { folder });
    expect(exitCode).toBe(0);
    const rows = out
      .split("\n")
      .slice(0, 4)
      .map((line) => line.split(/ {2,}/));
    expect(rows.map(([name]) => name)).toEqual(["strategy", "never", "drop-oldest", "configured"]);
    expect(rows[1]?.[1]).toBe("0");
    expect(Number(rows[3]?.[1])).toBeGreaterThan(0);
    expect(out).toContain("2 sessions, ");
  });

  test("says as JSON what each strategy made of all sessions, and of each", async () => {
    const folder = project(files());
    const { out } = await varve(["compare", "a.jsonl", "b.jsonl", "--budget", "3000", "--json"], { folder });
    const { strategies, sessions } = JSON.parse(out);
    expect(sessions).toHaveLength(6);
    for (const { strategy, sentTokens, compactions, survived } of strategies) {
      const own = sessions.filter((each: { strategy: string }) => each.strategy === strategy);
      expect(sentTokens).toBe(own.reduce((sum: number, each: { sentTokens: number }) => sum + each.sentTokens, 0));
      expect(compactions > 0).toBe(strategy !== "never");
      expect(survived.reused.found).toBeLessThanOrEqual(survived.reused.of);
    }
    const [never, naive, configured] = strategies;
    expect(never.sentTokens).toBeGreaterThan(configured.sentTokens);
    expect(configured.survived.kinds.path.found).toBeGreaterThan(naive.survived.kinds.path.found);
  });

  test("takes plugins by name or path, with options, and chains of them; what they compact is theirs", async () => {
    const folder = project({
      ...files(),
      "mine.mjs": `export default { name: "mine", api: 1, options: { type: "object" },
        apply(kernel, options) { kernel.hooks.compaction.summarise.in.tap("mine", () => ({ summary: options.words })); } };`,
      "shy.mjs": `export default { name: "shy", api: 1, apply(kernel) { kernel.hooks.compaction.summarise.in.tap("shy", () => undefined); } };`,
    });
    const strategy = `./shy.mjs+./mine.mjs={"words":"Nothing+of note."}`;
    const args = [
      "compare",
      "a.jsonl",
      "--budget",
      "3000",
      "--json",
      "--strategy",
      strategy,
      "--strategy",
      "configured",
    ];
    const { out, err, exitCode } = await varve(args, { folder });
    expect(exitCode, err).toBe(0);
    const { strategies } = JSON.parse(out);
    expect(strategies.map(({ strategy: name }: { strategy: string }) => name)).toEqual([strategy, "configured"]);
    expect(strategies[0].survived.kinds.path.found).toBeLessThan(strategies[1].survived.kinds.path.found);
    expect(err).toContain("Running ");
  });

  test("writes a chart of each session", async () => {
    const folder = project(files());
    await varve(["compare", "a.jsonl", "b.jsonl", "--budget", "3000", "--chart", "charts"], { folder });
    for (const name of ["a", "b"]) {
      const svg = readFileSync(join(folder, "charts", `${name}.svg`), "utf8");
      expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
      for (const words of ["never", "drop-oldest", "configured", `${name}.jsonl`]) expect(svg).toContain(words);
    }
  });

  test("a strategy that goes no further is told, and does not keep the others from being compared", async () => {
    const folder = project({
      ...files(),
      "broken.mjs": `export default { name: "broken", api: 1, apply(kernel) { kernel.hooks.compaction.summarise.in.tap("broken", () => { throw new Error("no idea"); }); } };`,
    });
    const args = ["compare", "a.jsonl", "--budget", "3000", "--strategy", "./broken.mjs", "--strategy", "configured"];
    const { out, exitCode } = await varve(args, { folder });
    expect(exitCode).toBe(1);
    expect(out).toMatch(/broken\.mjs went no further in a\.jsonl: .*no idea/);
    expect(out).toContain("configured");
  });

  test.each([
    [
      ["--strategy", "no-such-strategy"],
      /--strategy no-such-strategy: .*not installed.*Built in are never, drop-oldest, configured/,
    ],
    [["--strategy", "./a.mjs={oops"], /--strategy \.\/a\.mjs=\{oops: the options behind = are no JSON object/],
    [["--strategy", "./nowhere.mjs"], /leads to .*where nothing is/],
    [["--budget", "few"], /--budget/],
  ])("refuses %j with what to mend, before anything is run", async (args, said) => {
    const folder = project(files());
    const { err, out, exitCode } = await varve(["compare", "a.jsonl", ...args], { folder });
    expect(exitCode).toBe(2);
    expect(err).toMatch(said);
    expect(out).toBe("");
  });

  test("stores nothing", async () => {
    const folder = project(files());
    await varve(["compare", "a.jsonl", "--budget", "3000"], { folder });
    expect(existsSync(join(folder, ".varve"))).toBe(false);
  });
});
