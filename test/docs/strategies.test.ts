import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { strategiesPage } from "../../scripts/strategies-table.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/strategies.md", import.meta.url)), "utf8");
const written = await strategiesPage(page);

it("the tables of the strategies are what varve compare says; `npm run docs` writes them", () => {
  expect(page).toBe(written);
});

/** The rows of a session's table, by strategy. */
function rows(session: string): ReadonlyMap<string, readonly string[]> {
  const table = written.slice(written.indexOf(`<!-- table ${session}`), written.indexOf(`<!-- end ${session}`));
  const lines = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
  return new Map(
    lines.map((line) => line.split("|").map((cell) => cell.trim())).map((cells) => [cells[1] ?? "", cells]),
  );
}

it.each(["`summarise-extractive`", "`summarise-anchored`"])(
  "%s keeps at least 90 %% of what the long session used again",
  (strategy) => {
    expect(Number.parseFloat(rows("fix-inventory.jsonl").get(strategy)?.[9] ?? "")).toBeGreaterThanOrEqual(90);
  },
);

it("every strategy sends less than none does, and keeps more than dropping does", () => {
  for (const session of ["fix-inventory.jsonl", "translate-docs.jsonl"]) {
    const all = rows(session);
    const sent = (name: string) => Number(all.get(name)?.[3]?.replaceAll(",", ""));
    const used = (name: string) => Number.parseFloat(all.get(name)?.[9] ?? "");
    for (const name of ["`summarise-extractive`", "`summarise-anchored`", "`summarise-clear-tool-results`"]) {
      expect(sent(name)).toBeLessThan(sent("never"));
      expect(used(name)).toBeGreaterThanOrEqual(used("`summarise-sliding-window`"));
    }
  }
});
