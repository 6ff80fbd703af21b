import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { apiReports } from "../../scripts/api-report.ts";

const folder = fileURLToPath(new URL("../../docs/api", import.meta.url));
const reports = apiReports();

it.each([...reports])("the public types of %s are those of its report; `npm run api` writes it", (name, report) => {
  const file = join(folder, `${name}.d.ts`);
  expect(existsSync(file), `${file} is not there`).toBe(true);
  expect(readFileSync(file, "utf8")).toBe(report);
});

it("there is no report of a package that is not there", () => {
  expect(globSync("*.d.ts", { cwd: folder }).toSorted()).toEqual(
    [...reports.keys()].map((name) => `${name}.d.ts`).toSorted(),
  );
});
