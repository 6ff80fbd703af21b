import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isJsonObject } from "@varve/kernel";
import { readContext } from "@varve/test-builders";
import { expect, onTestFinished, test } from "vitest";
import { SqliteStore } from "../src/index.ts";
import { folder, query } from "./files.ts";

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));

function worker(path: string, name: string, times: number) {
  const child = spawn(process.execPath, [WORKER, path, name, String(times)], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** The texts of the stored history. */
function texts(path: string): readonly string[] {
  const store = new SqliteStore(path);
  onTestFinished(() => store.close());
  const read = store.read(readContext({ kind: "state" }));
  if (read.kind !== "state" || read.state === null) throw new Error("nothing is stored");
  expect(read.state.history).toHaveLength(read.state.version);
  return read.state.history.map(({ item }) =>
    item.kind === "message" && isJsonObject(item.parts[0]) ? String(item.parts[0].text) : "?",
  );
}

test("fault 35: processes that make one file at once and append to one task lose nothing", async () => {
  const path = join(folder(), "varve.db");
  const names = ["a", "b", "c", "d"];
  const ends = await Promise.all(names.map((name) => once(worker(path, name, 12), "close")));
  expect(ends).toEqual(names.map(() => [0, null]));
  const stored = texts(path);
  for (const name of names) {
    const own = stored.filter((text) => text.startsWith(name));
    expect(own).toEqual(Array.from({ length: 12 }, (_, index) => `${name} ${index}`));
  }
});

test("faults 34, 47: what a killed process was told is stored is there, and the next one goes on", async () => {
  const path = join(folder(), "varve.db");
  const child = worker(path, "killed", 1_000_000);
  let told = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    told = Number(line);
    if (told === 25) child.kill("SIGKILL");
  }
  const left = texts(path).length;
  expect(left).toBeGreaterThanOrEqual(told);
  // One more may have become durable just before the process could say so.
  expect(left).toBeLessThanOrEqual(told + 1);
  expect(query(path, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  await once(worker(path, "next", 1), "close");
  expect(texts(path)).toHaveLength(left + 1);
});
