import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SqliteStore } from "@varve/store-sqlite";
import { conversation, readContext } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import { shortSession, workSession } from "./sessions.ts";
import { jsonLines, project, recorded, varve } from "./varve.ts";

describe("varve replay", () => {
  test("a session is shown call by call, with the format it was taken for and the totals", async () => {
    const folder = project({ "session.jsonl": recorded(shortSession()) });
    const { exitCode, out, err } = await varve(["replay", "session.jsonl"], { folder });
    expect(exitCode).toBe(0);
    expect(err).toBe("");
    expect(out).toMatch(/^session\.jsonl\n {2}taken for responses \(.+\) · 4 items · 2 model calls\n/);
    expect(out).toMatch(/\n {3}1 +[\d,]+ +[\d,]+ +0\.0 % .* user\n/);
    expect(out).toMatch(/\n {3}2 +[\d,]+ +[\d,]+ +\d+\.\d % .* result\n/);
    expect(out).toMatch(/ {2}calls {4}2, 0 compactions, in /);
    expect(out).toMatch(/ {2}records {2}none: nothing was compacted/);
  });

  test("under a small budget compactions are shown where they happened, with who made the summary and where the records are", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(24)) });
    const { exitCode, out } = await varve(["replay", "session.jsonl", "--budget", "3000"], { folder });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/⤷ compacted [\d,]+ → [\d,]+ tokens · \d+ entries removed · by @varve\/summarise-extractive/);
    expect(out).toMatch(/ {2}removed {4}[\d,]+ tokens, \d+ entries/);
    expect(out).toMatch(/ {2}trigger {4}@varve\/trigger-fraction\n {2}keep {7}@varve\/keep-essentials\n/);
    const [, records = ""] = / {2}records {4}(.+)\n/.exec(out) ?? [];
    expect(records).toMatch(/^\.varve\/replay\/session-[0-9a-f]{8}\.db$/);
    expect(existsSync(join(folder, records))).toBe(true);
  });

  test("the stored records name what was removed", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(24)) });
    const run = await varve(["replay", "session.jsonl", "--budget", "3000", "--json"], { folder });
    const totals = jsonLines(run).at(-1);
    const [session] = Array.isArray(totals?.sessions) ? totals.sessions : [];
    const store = new SqliteStore(session.records);
    const read = store.read(readContext({ kind: "records" }, { taskId: session.taskId }));
    store.close();
    expect(read.kind === "records" && read.records.length).toBe(totals?.compactions);
    expect(read.kind === "records" && read.records[0]?.removed.length).toBeGreaterThan(0);
  });

  test("the same file can be replayed again and again, each time into a fresh store", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(24)) });
    const args = ["replay", "session.jsonl", "--budget", "3000"];
    const runs = [await varve(args, { folder }), await varve(args, { folder })];
    const timeless = runs.map(({ out }) => out.replace(/in [\d.]+ m?s/, ""));
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(timeless[1]).toBe(timeless[0]);
    expect(readdirSync(join(folder, ".varve", "replay"))).toHaveLength(1);
  });

  test("neither the configured store nor one that a plugin brings is touched", async () => {
    const folder = project({
      "session.jsonl": recorded(workSession(24)),
      "varve.toml":
        '[context]\nturn_budget_tokens = 3000\n[store]\npath = "kept/varve.db"\n[[plugins]]\nuse = "./store.mjs"\n',
      "store.mjs": `export default { name: "@acme/store", api: 1, apply({ hooks: { persistence } }) {
        persistence.write.in.tap("@acme/store", () => { throw new Error("the real store was written to"); });
      } };`,
    });
    const { exitCode, out } = await varve(["replay", "session.jsonl"], { folder });
    expect(exitCode).toBe(0);
    expect(out).toContain("⤷ compacted");
    expect(existsSync(join(folder, "kept", "varve.db"))).toBe(false);
    expect(readdirSync(join(folder, "kept", "replay"))).toHaveLength(1);
  });

  test("a store that is configured to be in memory leaves nothing behind, and that is said", async () => {
    const folder = project({
      "session.jsonl": recorded(workSession(24)),
      "varve.toml": '[context]\nturn_budget_tokens = 3000\n[store]\npath = ":memory:"\n',
    });
    const { out } = await varve(["replay", "session.jsonl"], { folder });
    expect(out).toContain("records    not kept: the configured store is in memory");
    expect(readdirSync(folder).sort()).toEqual(["session.jsonl", "varve.toml"]);
  });

  test("what the recorded harness measured is shown and moves no decision", async () => {
    const usage = {
      input_tokens: 900,
      cache_read_input_tokens: 99_000,
      cache_creation_input_tokens: 100,
      output_tokens: 5,
    };
    const records = [
      { type: "user", uuid: "u1", sessionId: "s1", message: { role: "user", content: "hello" } },
      {
        type: "assistant",
        uuid: "u2",
        sessionId: "s1",
        message: { id: "m1", role: "assistant", model: "a-model", content: [{ type: "text", text: "hi" }], usage },
      },
      { type: "user", uuid: "u3", sessionId: "s1", message: { role: "user", content: "bye" } },
      {
        type: "assistant",
        uuid: "u4",
        sessionId: "s1",
        message: { id: "m2", role: "assistant", model: "a-model", content: [{ type: "text", text: "bye" }], usage },
      },
    ];
    const folder = project({ "session.jsonl": records.map((record) => `${JSON.stringify(record)}\n`).join("") });
    const table = await varve(["replay", "session.jsonl", "--budget", "5000"], { folder });
    expect(table.out).toMatch(/recorded +cached\n/);
    expect(table.out).toMatch(/ 100,000 +99\.0 %\n/);
    expect(table.out).toContain("200,000 input tokens in 2 calls of the recorded harness, 99.0 % cached");
    const [, second] = jsonLines(await varve(["replay", "session.jsonl", "--budget", "5000", "--json"], { folder }));
    expect(second).toMatchObject({
      call: 2,
      compactions: [],
      recorded: { usage: { inputTokens: 100_000 }, model: "a-model" },
    });
    expect(second?.tokens).toBeLessThan(1_000);
  });

  test("the recording's own instructions are the system prompt only where the configuration names none", async () => {
    const messages = [
      { role: "system", content: "You are the recorded agent." },
      { role: "user", content: "hello" },
      { role: "assistant", content: "hi", tool_calls: [] },
    ];
    const folder = project({
      "chat.json": JSON.stringify({ messages }),
      "own.toml": '[prompt]\nsystem = "prompt.md"\n',
      "prompt.md": "You are the configured agent.",
    });
    const without = await varve(["replay", "chat.json", "--format", "chat_completions", "--show", "1"], { folder });
    expect(without.out).toContain("You are the recorded agent.");
    const args = ["replay", "chat.json", "--format", "chat_completions", "--show", "1", "--config", "own.toml"];
    const withOwn = await varve(args, { folder });
    expect(withOwn.out).toContain("You are the configured agent.");
    expect(withOwn.out).not.toContain("You are the recorded agent.");
  });

  test("a long session shows every compaction and only some of the calls, unless all are asked for", async () => {
    const folder = project({ "session.jsonl": recorded(workSession(90, 30)) });
    const rows = (out: string) => out.split("\n").filter((line) => /^ *\d+ +[\d,]+ +[\d,]+ +\d/.test(line)).length;
    const some = await varve(["replay", "session.jsonl", "--budget", "3000"], { folder });
    const all = await varve(["replay", "session.jsonl", "--budget", "3000", "--all"], { folder });
    expect(rows(all.out)).toBe(91);
    expect(rows(some.out)).toBeLessThan(60);
    expect(some.out.match(/⤷/g)?.length).toBe(all.out.match(/⤷/g)?.length);
    expect(some.out).toContain("1 call in 5, and every compaction; --all shows each call");
  });

  test("a refused compaction is shown with who refused it and why", async () => {
    const folder = project({
      "session.jsonl": recorded(workSession(24)),
      "varve.toml": '[context]\nturn_budget_tokens = 3000\n[[plugins]]\nuse = "./careful.mjs"\n',
      "careful.mjs": `export default { name: "@acme/careful", api: 1, apply({ hooks: { compaction } }) {
        compaction.approve.in.tap("@acme/careful", () => ({ approve: false, reason: "not before noon" }));
      } };`,
    });
    const { exitCode, out } = await varve(["replay", "session.jsonl"], { folder });
    expect(exitCode).toBe(0);
    expect(out).toContain("  ⤷ compaction refused by @acme/careful: not before noon\n");
    expect(out).not.toContain("⤷ compacted");
  });

  test("fault 22: a clock in the prompt is shown at every call, with the section and the byte", async () => {
    const folder = project({
      "session.jsonl": recorded(shortSession()),
      "varve.toml": '[[plugins]]\nuse = "./clock.mjs"\n',
      "clock.mjs": `let now = 0;
      export default { name: "@acme/clock", api: 1, apply({ hooks }) {
        hooks.section.system_prompt.in.tap("@acme/clock", () => "It is " + (now += 1) + " o'clock.");
      } };`,
    });
    const { out } = await varve(["replay", "session.jsonl"], { folder });
    expect(out).toMatch(
      /⤷ prefix changed in system_prompt at byte 6: "1 o'clock\." is now "2 o'clock\."\n +2 .* 0\.0 % /,
    );
  });

  test("an observer that throws is told of, and the replay goes on", async () => {
    const folder = project({
      "session.jsonl": recorded(shortSession()),
      "varve.toml": '[[plugins]]\nuse = "./watcher.mjs"\n',
      "watcher.mjs": `export default { name: "@acme/watcher", api: 1, apply({ events }) {
        events.assembled.tap("@acme/watcher", () => { throw new Error("looked away"); });
      } };`,
    });
    const { exitCode, err } = await varve(["replay", "session.jsonl"], { folder });
    expect(exitCode).toBe(0);
    expect(err.match(/^note: Observer @acme\/watcher of assembled failed: looked away$/gm)).toHaveLength(2);
  });

  test("quiet prints the totals alone", async () => {
    const folder = project({ "session.jsonl": `${recorded(shortSession())}{"broken` });
    const { out, err } = await varve(["replay", "session.jsonl", "--quiet"], { folder });
    expect(err).toBe("");
    expect(out.split("\n").map((line) => line.slice(0, 9).trim())).toEqual([
      "session.j",
      "calls",
      "sent",
      "input",
      "records",
      "",
    ]);
  });

  test("no line is wider than the terminal, with Chinese text and a narrow one too", async () => {
    const talk = conversation().user(`请把解析器的构建修好，并且说明原因。${"这是一个很长的请求。".repeat(20)}`);
    for (let call = 0; call < 12; call += 1)
      talk.exchange("读取文件", { 路径: `部分-${call}` }, `第${call}部分。`.repeat(90));
    const folder = project({ "会话.jsonl": recorded(talk.assistant("好了。")) });
    for (const columns of [40, 72, 100]) {
      const { out } = await varve(["replay", "会话.jsonl", "--budget", "3000"], { folder, columns });
      const table = out.slice(0, out.indexOf("\n\n  calls"));
      expect(out).toContain("⤷ compacted");
      expect(Math.max(...table.split("\n").map(widthOf))).toBeLessThanOrEqual(columns);
    }
  });

  test("a file named twice is replayed once", async () => {
    const folder = project({ "session.jsonl": recorded(shortSession()) });
    const { out } = await varve(["replay", "session.jsonl", "./session.jsonl"], { folder });
    expect(out.match(/calls {4}2/g)).toHaveLength(1);
    expect(readFileSync(join(folder, "session.jsonl"), "utf8")).toBe(recorded(shortSession()));
  });
});

/** Columns of a line in which every character is plain, a box or bar of one column, or an ideograph of two. */
function widthOf(line: string): number {
  return [...line].reduce((width, character) => width + (/[\u3000-\u9fff\uff00-\uff60]/u.test(character) ? 2 : 1), 0);
}
