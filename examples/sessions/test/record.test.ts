import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileName } from "../recording-file.ts";
import { SESSIONS } from "../scripts/index.ts";
import { committed, FOLDER, itemsOf } from "./recorded.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "varve-recordings-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("recording", () => {
  test("the same files give the same recordings, byte for byte", () => {
    execFileSync(process.execPath, [join(FOLDER, "record.ts"), folder], { stdio: "pipe" });
    for (const session of SESSIONS) {
      const again = readFileSync(join(folder, fileName(session)), "utf8");
      expect(firstDifference(again, committed(fileName(session)))).toBeNull();
    }
  });

  test("the week of the inventory is what its simulation makes of it", () => {
    const workspace = join(folder, "inventory");
    const original = join(FOLDER, "workspace/inventory");
    cpSync(original, workspace, { recursive: true });
    for (const part of ["data", "logs"]) rmSync(join(workspace, part), { recursive: true });
    execFileSync(process.execPath, ["tools/simulate-week.js"], { cwd: workspace, stdio: "pipe" });
    for (const part of ["data", "logs"]) {
      const names = readdirSync(join(original, part));
      expect(readdirSync(join(workspace, part))).toEqual(names);
      for (const name of names) {
        const [made, kept] = [workspace, original].map((root) => readFileSync(join(root, part, name)));
        expect(kept !== undefined && made?.equals(kept), name).toBe(true);
      }
    }
  });

  test("nothing in a recording names the machine that made it", () => {
    for (const session of SESSIONS) {
      const text = committed(fileName(session));
      for (const place of [FOLDER, join(FOLDER, "../.."), tmpdir(), homedir(), "varve-session-"]) {
        if (place.length > 1) expect(names(text, place), `${fileName(session)} names ${place}`).toBe(false);
      }
    }
  });

  test("all recordings and their workspaces together stay below two and a half megabytes", () => {
    const bytes = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    expect(bytes).toBeLessThan(2_500_000);
  });
});

describe.each(SESSIONS.map((session) => fileName(session)))("the items of %s", (name) => {
  const items = itemsOf(name);

  test("are lines of exactly what JSON.stringify writes", () => {
    const lines = committed(name).split("\n");
    for (const item of items) {
      const line = JSON.stringify(item);
      expect(lines.includes(line) || lines.includes(`${line},`)).toBe(true);
    }
  });

  test("have call ids of their own, and one result behind every call", () => {
    const idsOf = (type: string) => items.flatMap((item) => (item.type === type ? [item.call_id] : []));
    const calls = idsOf("function_call");
    expect(new Set(calls).size).toBe(calls.length);
    expect(idsOf("function_call_output").toSorted()).toEqual(calls.toSorted());
    items.forEach((item, index) => {
      if (item.type !== "function_call_output") return;
      expect(items.findIndex((other) => other.type === "function_call" && other.call_id === item.call_id)).toBeLessThan(
        index,
      );
    });
  });

  test("carry no genuine encrypted content: what stands there says that it is made up", () => {
    const sealed = items.flatMap((item) => (item.type === "reasoning" ? [String(item.encrypted_content)] : []));
    expect(sealed.length).toBeGreaterThan(3);
    for (const content of sealed)
      expect(Buffer.from(content, "base64").toString()).toMatch(/^Varve example, made up: /);
  });

  test("begin with the user and end with an answer to them", () => {
    expect(items[0]).toMatchObject({ type: "message", role: "user" });
    expect(items.at(-1)).toMatchObject({ type: "message", role: "assistant" });
  });
});

/** Whether a text holds a path as such, not as the end of a longer one: `out/data` does not name `/data`. */
function names(text: string, place: string): boolean {
  return text
    .split(place)
    .slice(0, -1)
    .some((before) => !/[\w.-]$/.test(before));
}

/** The first line in which two texts differ, cut to a readable length. */
function firstDifference(one: string, other: string): string | null {
  const [ours, theirs] = [one.split("\n"), other.split("\n")];
  const at = ours.findIndex((line, index) => line !== theirs[index]);
  if (at < 0 && ours.length === theirs.length) return null;
  const line = at < 0 ? ours.length : at;
  return `line ${line + 1}: ${ours[line]?.slice(0, 400)} instead of ${theirs[line]?.slice(0, 400)}`;
}
