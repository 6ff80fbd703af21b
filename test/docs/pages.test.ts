import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const pages = globSync("{*.md,docs/**/*.md,kernel/*.md,plugins/*/*.md,examples/*/*.md}", {
  cwd: root,
  exclude: (name) => name === "node_modules",
});

describe.each(pages)("%s", (page) => {
  it("links to nothing that is not there", () => {
    const text = readFileSync(join(root, page), "utf8");
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) => link);
    const missing = links.filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(page), link)));
    expect(missing).toEqual([]);
  });
});
