import { describe, expect, test } from "vitest";
import { project, varve } from "./varve.ts";

const OWN = `export default { name: "@acme/own", api: 1, apply({ hooks, events }) {
  hooks.compaction.summarise.in.tap("@acme/own", () => undefined);
  hooks.model.encode.post.tap("@acme/own", (request) => request);
  events.compacted.tap("@acme/own", () => undefined);
} };`;
const CONFIGURED = { "varve.toml": '[[plugins]]\nuse = "./own.mjs"\n', "own.mjs": OWN };

describe("varve explain", () => {
  test("shows who is asked first and who stands behind as the default", async () => {
    const folder = project(CONFIGURED);
    const { exitCode, out } = await varve(["explain"], { folder });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^configuration {2}.*varve\.toml\n/);
    expect(out).toMatch(
      / {2}compaction\.summarise\.in +@acme\/own +0\n {2,}@varve\/summarise-extractive +1000 {2}default\n/,
    );
    expect(out).toMatch(
      / {2}model\.encode\.in +@varve\/model-openai +1000 {2}default\n {2}model\.encode\.post +@acme\/own +0\n/,
    );
    expect(out).toMatch(/ {2}compaction\.approve\.in +nobody: every proposal is carried out\n/);
    expect(out).toMatch(/observers\n.*\n {2}compacted +@acme\/own\n/);
    expect(out).toMatch(/ {2}@acme\/own +.*varve\.toml\n/);
  });

  test("shows the sections in the order of the window", async () => {
    const { out } = await varve(["explain"], { folder: project(CONFIGURED) });
    const sections = out.slice(out.indexOf("sections, in the order"), out.indexOf("observers"));
    expect(sections.match(/^ {2}(\w+)/gm)?.map((line) => line.trim())).toEqual([
      "section",
      ...["system_prompt", "participants", "agents", "skills_index", "skill", "task", "plan", "state_summary"],
      ...["history", "tool_results"],
    ]);
    expect(sections).toMatch(/ {2}task +input +with the task +stays, always +@varve\/section-task\n/);
  });

  test("--json is one object with the whole explanation and where the configuration came from", async () => {
    const folder = project({});
    const { out } = await varve(["explain", "--json"], { folder });
    expect(JSON.parse(out)).toMatchObject({
      configuration: { file: null, folder },
      plugins: expect.arrayContaining([{ name: "@varve/tokens-o200k", from: "@varve/defaults" }]),
      sections: expect.arrayContaining([{ id: "plan", stability: "task", survives: "essential", place: "input" }]),
      notices: [],
    });
  });
});

describe("varve check", () => {
  test("a valid configuration is shown with every value that counts, defaults filled in", async () => {
    const folder = project({
      ...CONFIGURED,
      "varve.toml": `[context]\nturn_budget_tokens = 50000\n${CONFIGURED["varve.toml"]}`,
    });
    const { exitCode, out } = await varve(["check"], { folder });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/varve\.toml is valid\.\n/);
    expect(out).toMatch(/ {2}context\.turn_budget_tokens +50,000\n {2}context\.compaction_fraction +0\.75\n/);
    expect(out).toContain("@acme/own");
  });

  test("without a configuration the defaults hold, and that is said", async () => {
    const folder = project({});
    const { exitCode, out } = await varve(["check"], { folder });
    expect(exitCode).toBe(0);
    expect(out).toContain(`No configuration from ${folder} upwards: the defaults hold.`);
  });

  test("every problem is told, not only the first", async () => {
    const folder = project({
      "varve.toml": '[context]\nturn_budget_token = 5\ncompaction_fraction = 2\n[stroe]\npath = "x"\n',
    });
    const { exitCode, err } = await varve(["check"], { folder });
    expect(exitCode).toBe(2);
    expect(err).toMatch(/turn_budget_token is no known key/);
    expect(err).toMatch(/compaction_fraction is not what it should be/);
    expect(err).toMatch(/stroe is no known key/);
  });

  test("--json tells what is valid and what is not in the same form", async () => {
    const good = await varve(["check", "--json"], { folder: project(CONFIGURED) });
    expect(good.exitCode).toBe(0);
    expect(JSON.parse(good.out)).toMatchObject({
      valid: true,
      config: { context: { turnBudgetTokens: 100_000 } },
      plugins: expect.arrayContaining([{ name: "@acme/own", from: expect.stringContaining("varve.toml") }]),
    });
    const bad = await varve(["check", "--json"], {
      folder: project({ "varve.toml": "[context]\nturn_budget_token = 5\n" }),
    });
    expect(bad.exitCode).toBe(2);
    expect(JSON.parse(bad.out)).toMatchObject({
      valid: false,
      problems: [{ key: "context.turn_budget_token", line: 2, reason: expect.any(String), remedy: expect.any(String) }],
    });
  });
});
