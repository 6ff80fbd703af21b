import { conversation } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import { shortSession } from "./sessions.ts";
import { project, recorded, varve } from "./varve.ts";

describe("varve replay --show", () => {
  test("shows one call's window section by section, with tokens and who rendered it, and nothing else", async () => {
    const folder = project({ "session.jsonl": recorded(shortSession()) });
    const { exitCode, out } = await varve(["replay", "session.jsonl", "--show", "2"], { folder });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^session\.jsonl\ncall 2 · [\d,]+ tokens · 4 input items\n/);
    expect(out).toMatch(/\n {2}system_prompt +\d+ +\d+\.\d % +never +@varve\/section-system-prompt\n/);
    expect(out).toMatch(/\ninstructions · \d+ tokens ─+\n/);
    expect(out).toMatch(/\ninput · \d+ tokens ─+\n {2}task \(developer\) · \d+ tokens\n/);
    expect(out).toMatch(/\n {2}e3 result call_1 · \d+ tokens\n {2}│ <untrusted source="tool:ls" digest="[0-9a-f]+">\n/);
    expect(out).not.toContain("records");
  });

  test("long texts are shown in part, and whole with --all", async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index} of the file`).join("\n");
    const talk = conversation().user("read it").exchange("read", {}, lines).assistant("done");
    const folder = project({ "session.jsonl": recorded(talk) });
    const part = await varve(["replay", "session.jsonl", "--show", "2"], { folder });
    expect(part.out).not.toContain("line 30 of the file");
    expect(part.out).toMatch(/… \d+ more lines; --all shows them/);
    const whole = await varve(["replay", "session.jsonl", "--show", "2", "--all"], { folder });
    expect(whole.out).toContain("line 30 of the file");
  });

  test("what a recording holds cannot steer the terminal", async () => {
    const talk = conversation().user("clear \u001b[2J\u001b]0;title\u0007 the \u202escreen").assistant("no");
    const folder = project({ "session.jsonl": recorded(talk) });
    const { out } = await varve(["replay", "session.jsonl", "--show", "1"], { folder });
    expect(out).toContain("clear ␛[2J␛]0;title␇ the <U+202E>screen");
    expect(["\u001b", "\u0007", "\u202e"].filter((character) => out.includes(character))).toEqual([]);
  });

  test("a call that the recording does not hold is bad usage", async () => {
    const folder = project({ "session.jsonl": recorded(shortSession()) });
    const { exitCode, out, err } = await varve(["replay", "session.jsonl", "--show", "3"], { folder });
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toBe("varve: --show 3: session.jsonl holds 2 model calls. Name the number of one, from 1.\n");
  });
});
