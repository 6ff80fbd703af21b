import { describe, expect, it } from "vitest";
import { gist, requestLines } from "../src/requests.ts";

const nothing = () => 0;

describe("requests", () => {
  it("are kept whole, oldest first, while they fit", () => {
    expect(requestLines(["Add a cache.", "Now test it."], 100, nothing)).toEqual([
      { mark: "-", text: "Add a cache." },
      { mark: "-", text: "Now test it." },
    ]);
  });

  it("are shortened between the first and the newest, and counted where even that is too long", () => {
    const many = Array.from(
      { length: 80 },
      (_, index) => `Request number ${index} asks for another small change of the page.`,
    );
    const lines = requestLines(many, 150, nothing).map(({ text }) => text);
    expect(lines[0]).toContain("Request number 0 ");
    expect(lines[1]).toMatch(/^\(\d+ more\)$/);
    expect(lines.at(-1)).toContain("Request number 79 ");
  });

  it("keep counting those that an earlier summary had left out", () => {
    const lines = requestLines(["First.", "(7 more)", "Last."], 100, nothing);
    expect(lines.map(({ text }) => text)).toEqual(["First.", "(7 more)", "Last."]);
  });

  it("say what is asked at their beginning and end, and in between what names something", () => {
    const text = `Please fix the login page. ${"It is slow on some days. ".repeat(40)}The route is /auth/v2. ${"It is slow on others. ".repeat(40)}Do not touch the tests.`;
    const short = gist(text, 120, (sentence) => (sentence.includes("/auth") ? 1.5 : 0));
    expect(short).toContain("Please fix the login page.");
    expect(short).toContain("The route is /auth/v2.");
    expect(short).toContain("Do not touch the tests.");
    expect(short.length).toBeLessThanOrEqual(120);
  });
});
