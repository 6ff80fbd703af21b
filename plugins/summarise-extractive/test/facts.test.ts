import { describe, expect, it } from "vitest";
import { factsIn } from "../src/facts.ts";

function found(text: string): readonly string[] {
  return Array.from(
    factsIn(text),
    ({ kind, text: fact, label }) => `${kind} ${label === undefined ? "" : `${label}=`}${fact}`,
  );
}

describe("what counts as a fact", () => {
  it("finds paths, addresses and what stands behind their colons", () => {
    expect(found("Edit src/app/main.ts:120 and see https://example.com/a?b=1.")).toEqual([
      "path src/app/main.ts",
      "number src/app/main.ts=120",
      "path https://example.com/a?b=1",
    ]);
    expect(found("open ~/.config/app.toml, C:\\Users\\ada\\notes.txt")).toEqual([
      "path ~/.config/app.toml",
      "path C:\\Users\\ada\\notes.txt",
    ]);
  });

  it("finds identifiers by their shape", () => {
    expect(found("readFile user_id HTTP2 @acme/core --no-code $HOME 3f2a9bc theme.fg; issue #42")).toEqual([
      "name readFile",
      "name user_id",
      "name HTTP2",
      "path @acme/core",
      "name --no-code",
      "name $HOME",
      "name 3f2a9bc",
      "name theme.fg",
      "number issue=#42",
    ]);
  });

  it("finds numbers with their unit and the word that they belong to", () => {
    expect(found('"timeout": 120, took 75 % of 38,196; port 8443; $152.30; 2026-05-15T10:30:00Z')).toEqual([
      "number timeout=120",
      "number took=75 %",
      "number 38,196",
      "number port=8443",
      "number $152.30",
      "number 2026-05-15T10:30:00Z",
    ]);
  });

  it("passes over plain words, abbreviations and single digits", () => {
    expect(found("This is a plain sentence, e.g. one of 3 words.")).toEqual([]);
  });

  it("finds them inside Chinese, Japanese and Korean text, without what is attached to them", () => {
    expect(found("请用readFile读取config.json文件，端口8443")).toEqual([
      "name readFile",
      "path config.json",
      "number 8443",
    ]);
    expect(found("src/a_b.ts에서 오류 코드 E4021 발생")).toEqual(["path src/a_b.ts", "name E4021"]);
    expect(found("設定は docs/設計/概要.md にある")).toContain("path docs/設計/概要.md");
  });

  it("passes over blobs", () => {
    expect(found(Buffer.alloc(900, "k9/+Z").toString("base64"))).toEqual([]);
  });
});

describe("time", () => {
  it.each([
    ["letters", "a"],
    ["slashed letters", "a/"],
    ["dotted digits", "1."],
    ["hyphens", "-"],
    ["hyphened letters", "a-"],
    ["colons", "a:1:"],
    ["backslashes", "\\"],
    ["Han with slashes", "中文/"],
    ["short facts", "aB1 "],
  ])("is linear in a long run of %s", (_name, unit) => {
    const run = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const start = performance.now();
    const count = Array.from(factsIn(run)).length;
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(count).toBeLessThanOrEqual(run.length / 4);
  });
});
