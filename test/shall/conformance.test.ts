import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { OPERATIONS } from "@varve/conformance";
import { createKernel } from "@varve/kernel";
import { describe, expect, it } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The plugins that tap a hook point: they answer something, and do not only watch. */
const answering = globSync("plugins/*/src/index.ts", { cwd: root })
  .filter((index) => /^export default/m.test(readFileSync(join(root, index), "utf8")))
  .map((index) => dirname(dirname(index)))
  .filter((folder) => globSync(`${folder}/src/**/*.ts`, { cwd: root }).some(tapsHookPoint));

function tapsHookPoint(file: string): boolean {
  return /\.(pre|in|post)\.tap(Promise)?\(/.test(readFileSync(join(root, file), "utf8"));
}

describe("the conformance kit", () => {
  it.each(answering)("SHALL: %s passes it, in a test of its own", (folder) => {
    const file = join(root, folder, "test", "conformance.test.ts");
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, "utf8")).toMatch(/conformance\(\s*\{ describe, it \},/);
  });

  it("SHALL: has rules for every operation of the kernel", async () => {
    const { operations } = (await createKernel({ plugins: [] })).explain();
    expect(operations.map(({ name }) => name).filter((name) => !OPERATIONS.includes(name))).toEqual([]);
    expect(OPERATIONS).toContain("section");
  });
});
