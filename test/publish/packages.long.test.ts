import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packages, packed, root } from "./packed.ts";

const folder = mkdtempSync(join(tmpdir(), "varve-packed-"));
let tarballs: ReadonlyMap<string, string>;
beforeAll(() => {
  tarballs = packed(packages, folder);
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(packages)("%s, packed", (path) => {
  const manifest = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
  const tarball = () => readFileSync(tarballs.get(manifest.name) ?? "");

  it("has nothing that publint warns of", async () => {
    const data = tarball();
    const bytes = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball: bytes }, level: "warning" });
    expect(messages.map((each) => formatMessage(each, pkg))).toEqual([]);
  });

  it("gives its types to whoever imports it as a module", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball())));
    if (!analysis.types) throw new Error(`${manifest.name} has no types`);
    // It is an ES module and says so: who requires it is told by Node.
    const isMeant = ({ kind, ...where }: (typeof analysis.problems)[number]): boolean =>
      kind === "CJSResolvesToESM" || ("resolutionKind" in where && where.resolutionKind === "node10");
    expect(analysis.problems.filter((problem) => !isMeant(problem))).toEqual([]);
  });
});
