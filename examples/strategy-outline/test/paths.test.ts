import { expect, test } from "vitest";
import { pathsIn } from "../src/paths.ts";

test.each([
  ['{"path":"src/app/main.ts","line":12}', ["src/app/main.ts"]],
  ['{"command":"cat ./a.md ../docs/設計.md | grep -n \\"x\\""}', ["./a.md", "../docs/設計.md"]],
  ['{"edits":[{"file":"/etc/hosts"},{"file":"src/a.ts:120"}]}', ["/etc/hosts", "src/a.ts"]],
  ["*** Update File: src/a.ts\\nnext.ts", ["src/a.ts", "next.ts"]],
  ['{"query":"what is 1.5 / 2, e.g. in v2","count":3}', []],
  ['{"url":"https://example.com"}', []],
  ["", []],
])("finds the paths of %s", (args, paths) => {
  expect(pathsIn(args)).toEqual(paths);
});

test("looks at the beginning alone: what follows is content", () => {
  expect(pathsIn(JSON.stringify({ path: "a.ts", content: `${"x ".repeat(200)} b.ts` }))).toEqual(["a.ts"]);
  const started = performance.now();
  pathsIn("a.".repeat(1_000_000));
  expect(performance.now() - started).toBeLessThan(500);
});
