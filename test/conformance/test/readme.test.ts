import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { check, RULES } from "../src/index.ts";
import { GROUPS } from "../src/rules/groups.ts";
import { settingsOf } from "../src/settings.ts";
import dropsCalls from "./broken/drops-calls.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

describe("README.md", () => {
  it("has every rule with its sentence and its claim, in the order of the code", () => {
    const rows = [...readme.matchAll(/^\| `([a-z]+\/[a-z-]+)`(?: \(claim: `(\w+)`\))? \| (.*) \|$/gm)];
    const told = rows.map(([, id, claim, says]) => ({ id, claim, says }));
    expect(told).toEqual(RULES.map(({ id, claim, says }) => ({ id, claim, says })));
  });

  it("has a heading for every operation, above its rules", () => {
    const headings = [...readme.matchAll(/^### (.*)$/gm)].map(([, heading = ""]) => heading);
    expect(headings).toHaveLength(GROUPS.length);
    for (const [index, { operations }] of GROUPS.entries())
      for (const operation of operations) expect(headings[index]).toContain(operation);
  });

  it("shows a failure as it is", async () => {
    const { rules } = await check(() => ({ plugin: dropsCalls }));
    const message = rules.find(({ rule }) => rule.id === "summarise/pairs")?.error?.message;
    expect(readme).toContain(`\`\`\`\n${message}\n\`\`\``);
  });

  it("names every option with what holds where it is absent", () => {
    for (const [name, value] of Object.entries(settingsOf({}))) {
      const row = readme.split("\n").find((line) => line.startsWith("| `") && line.includes(`\`${name}\``));
      expect(row, name).toBeDefined();
      if (typeof value === "number" && name !== "seed") expect(row).toContain(`| ${value.toLocaleString("en-US")} |`);
    }
  });
});
