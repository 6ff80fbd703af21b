import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadConfig } from "@varve/config";
import { defaults } from "@varve/defaults";
import { createKernel } from "@varve/kernel";
import { validateSchema } from "@varve/state-ajv";
import { expect, it } from "vitest";

const page = readFileSync(join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "docs/hooks.md"), "utf8");

/** The part of the page under a heading of the second level. */
function part(title: string): string {
  const from = page.indexOf(`\n## ${title}\n`);
  const to = page.indexOf("\n## ", from + 1);
  return page.slice(from, to === -1 ? undefined : to);
}

function entries(title: string): readonly string[] {
  return [...part(title).matchAll(/^### `([^`]+)`/gm)].map(([, name = ""]) => name);
}

function entry(name: string): string {
  const from = page.indexOf(`\n### \`${name}\`\n`);
  return page.slice(from, page.indexOf("\n### ", from + 1));
}

const kernel = await createKernel({
  plugins: defaults((await loadConfig({ cwd: dirname(fileURLToPath(import.meta.url)) })).config, { model: "absent" }),
  validate: validateSchema,
});
const { operations, observers } = kernel.explain();

it("the hook reference has an entry for every operation, and for none that is not there", () => {
  const fixed = operations.map(({ name }) => name).filter((name) => !name.startsWith("section."));
  expect(entries("Operations").toSorted()).toEqual(["section.<id>", ...fixed].toSorted());
});

it("the hook reference has an entry for every event, and for none that is not there", () => {
  expect(entries("Events").toSorted()).toEqual(observers.map(({ event }) => event).toSorted());
});

it("the hook reference names who answers by default", () => {
  for (const operation of operations) {
    if (operation.default === null || operation.name.startsWith("section.")) continue;
    expect(entry(operation.name), operation.name).toContain(operation.default);
  }
});
