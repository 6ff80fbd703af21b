import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compactionRecord } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import { folderNames } from "../src/folder-names.ts";
import { RequestsFolder } from "../src/requests-folder.ts";
import { shortSession, workSession } from "./sessions.ts";
import { jsonLines, project, recorded, varve } from "./varve.ts";

describe("varve replay --requests", () => {
  test("every request body and every compaction record is written, each record numbered like the request it led to", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(24)) });
    const args = ["replay", "session.jsonl", "--budget", "3000", "--requests", "out", "--json"];
    const calls = jsonLines(await varve(args, { folder })).slice(0, -1);
    const files = readdirSync(join(folder, "out")).filter((name) => name !== "records.db");
    const expected = calls.flatMap(({ call, compactions }) => {
      const number = String(call).padStart(4, "0");
      const records = Array.isArray(compactions) ? compactions : [];
      return [
        `${number}.json`,
        ...records.map((_, index) => `${number}.compaction${index === 0 ? "" : `.${index + 1}`}.json`),
      ];
    });
    expect(files.sort()).toEqual(expected.sort());
    expect(files.some((name) => name.includes("compaction"))).toBe(true);
    expect(calls[0]).toMatchObject({ request: join(folder, "out", "0001.json") });
  });

  test("a body is what would go on the wire, and a record is the whole record", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(24)) });
    await varve(["replay", "session.jsonl", "--budget", "3000", "--requests", "out"], { folder });
    const read = (name: string) => JSON.parse(readFileSync(join(folder, "out", name), "utf8"));
    expect(read("0001.json")).toMatchObject({
      store: false,
      prompt_cache_key: expect.any(String),
      input: expect.any(Array),
    });
    const [record = ""] = readdirSync(join(folder, "out")).filter((name) => name.includes("compaction"));
    expect(read(record)).toMatchObject({ format: 1, count: 1, reason: "budget", removed: expect.any(Array) });
    expect(read(record).removed[0].entry.item).toMatchObject({ kind: expect.any(String) });
  });

  test("several compactions before one call are numbered", async () => {
    const requests = await RequestsFolder.open(join(project(), "out"), 12);
    const files = await requests.writeRecords(
      7,
      [1, 2, 3].map((count) => compactionRecord(count)),
    );
    expect(files.map((file) => basename(file))).toEqual([
      "0007.compaction.json",
      "0007.compaction.2.json",
      "0007.compaction.3.json",
    ]);
  });

  test("more calls than four digits count get more digits, so that names sort as calls do", async () => {
    const requests = await RequestsFolder.open(join(project(), "out"), 10_000);
    const file = await requests.writeRequest(9_999, { provider: "openai", body: { store: false } });
    expect(basename(file)).toBe("09999.json");
  });

  test("another replay into the same folder leaves nothing of the earlier one", async () => {
    const folder = project({ "long.jsonl": recorded(workSession(24)), "short.jsonl": recorded(shortSession()) });
    await varve(["replay", "long.jsonl", "--budget", "3000", "--requests", "out"], { folder });
    await varve(["replay", "short.jsonl", "--requests", "out"], { folder });
    expect(readdirSync(join(folder, "out")).sort()).toEqual(["0001.json", "0002.json"]);
  });

  test("a folder with anything else in it is refused before anything is done", async () => {
    const folder = project({
      "session.jsonl": recorded(shortSession()),
      "out/0001.json": "{}",
      "out/notes.md": "mine",
    });
    const { exitCode, out, err } = await varve(["replay", "session.jsonl", "--requests", "out"], { folder });
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toMatch(/^varve: .*out holds notes\.md, which no replay wrote; nothing was touched\. Give --requests /);
    expect(readFileSync(join(folder, "out", "0001.json"), "utf8")).toBe("{}");
  });

  test("a file in the folder's place is bad usage", async () => {
    const folder = project({ "session.jsonl": recorded(shortSession()), out: "a file" });
    const { exitCode, err } = await varve(["replay", "session.jsonl", "--requests", "out"], { folder });
    expect(exitCode).toBe(2);
    expect(err).toMatch(/^varve: .*out cannot be used for requests: .* Give --requests another folder\.\n$/);
  });

  test("a configuration that fails leaves an earlier replay's files where they are", async () => {
    const folder = project({ "session.jsonl": recorded(shortSession()) });
    await varve(["replay", "session.jsonl", "--requests", "out"], { folder });
    writeFileSync(join(folder, "varve.toml"), '[prompt]\nsystem = "gone.md"\n');
    expect((await varve(["replay", "session.jsonl", "--requests", "out"], { folder })).exitCode).toBe(2);
    expect(readdirSync(join(folder, "out"))).toHaveLength(2);
  });

  test("several files get a folder each, named after them, also where two have the same name", async () => {
    const session = recorded(shortSession());
    const folder = project({ "a/session.jsonl": session, "b/session.json": session, "c/Session.jsonl": session });
    const files = ["a/session.jsonl", "b/session.json", "c/Session.jsonl"];
    const { exitCode } = await varve(["replay", ...files, "--requests", "out"], { folder });
    expect(exitCode).toBe(0);
    expect(readdirSync(join(folder, "out")).sort()).toEqual(["Session-3", "session", "session-2"]);
    for (const name of ["session", "session-2", "Session-3"]) {
      expect(existsSync(join(folder, "out", name, "0002.json"))).toBe(true);
    }
  });

  test("an empty folder that is there already is used", async () => {
    const folder = project({ "session.jsonl": recorded(shortSession()) });
    mkdirSync(join(folder, "out"));
    expect((await varve(["replay", "session.jsonl", "--requests", "out"], { folder })).exitCode).toBe(0);
    expect(readdirSync(join(folder, "out"))).toHaveLength(2);
  });
});

test("names that are taken with a number already do not clash", () => {
  const names = folderNames(["/a/x.json", "/b/x.json", "/c/x-2.json"]);
  expect([...names.values()]).toEqual(["x", "x-2", "x-2-2"]);
});
