import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tapped } from "@varve/test-builders";
import { expect, onTestFinished, test } from "vitest";
import logPino from "../src/index.ts";
import { FACTS, parseLine } from "./lines.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "varve-log-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const HELD = { ...FACTS, missing: ["grep"], added: [], changed: [] };

test("lines are in the file as soon as the observer returns, after those that were there", async () => {
  const path = join(folder(), "deep", "varve.log");
  for (const turn of [1, 2]) {
    const plugin = await tapped(logPino, { path });
    plugin.tell("toolsHeld", { ...HELD, turn });
    const lines = readFileSync(path, "utf8").trimEnd().split("\n").map(parseLine);
    expect(lines.map((line) => line.turn)).toEqual([1, 2].slice(0, turn));
  }
});

test("a file that cannot be opened is refused when the plugin is applied", async () => {
  const file = join(folder(), "file");
  writeFileSync(file, "");
  await expect(tapped(logPino, { path: join(file, "varve.log") })).rejects.toMatchObject({
    code: "PLUGIN",
    message: expect.stringContaining("cannot open the log"),
  });
});

test("standard output is left alone: without a path, lines go to standard error", () => {
  const script = `
    import { tapped } from "@varve/test-builders";
    import logPino from "./src/index.ts";
    const plugin = await tapped(logPino, {});
    plugin.tell("toolsHeld", ${JSON.stringify(HELD)});
    process.exit(0);
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script], {
    cwd: join(import.meta.dirname, ".."),
    encoding: "utf8",
  });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
  expect(parseLine(stderr)).toMatchObject({ msg: "varve.toolsHeld", missing: ["grep"] });
});

test.skipIf(!existsSync("/dev/full"))("a log that cannot be written does not end the process: it is said once", () => {
  const script = `
    import { tapped } from "@varve/test-builders";
    import logPino from "./src/index.ts";
    const plugin = await tapped(logPino, { path: "/dev/full" });
    for (let turn = 0; turn < 100; turn += 1) plugin.tell("toolsHeld", { ...${JSON.stringify(HELD)}, turn });
    console.log("went on");
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script], {
    cwd: join(import.meta.dirname, ".."),
    encoding: "utf8",
  });
  expect(stdout).toBe("went on\n");
  expect(stderr.match(/cannot write to \/dev\/full/g)).toHaveLength(1);
});
