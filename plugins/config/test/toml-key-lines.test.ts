import { describe, expect, it } from "vitest";
import { tomlKeyLines } from "../src/toml-key-lines.ts";

const TEXT = `top = 1
[context]                 # a table
  turn_budget_tokens = 5
order = [
  "plan",
]
[agents."my agent"]
card = "x"
[[plugins]]
use = "a"
[[plugins]]
use = "b"
options = { depth = 2 }
[plugins.options]
text = """
use = "not a key"
[context]
"""
model . 'name' = "x"
`;

describe("lines of keys in TOML", () => {
  it.each([
    [["top"], 1, 1],
    [["context"], 2, 2],
    [["context", "turn_budget_tokens"], 3, 3],
    [["context", "order"], 4, 1],
    [["agents", "my agent", "card"], 8, 1],
    [["plugins", 0, "use"], 10, 1],
    [["plugins", 1], 11, 3],
    [["plugins", 1, "use"], 12, 1],
    [["plugins", 1, "options", "depth"], 13, 1],
    [["plugins", 1, "options", "text"], 15, 1],
    [["plugins", 1, "options", "model", "name"], 19, 1],
  ])("%j", (path, line, column) => {
    expect(tomlKeyLines(TEXT)(path)).toEqual({ line, column });
  });

  it("falls back to the nearest table around a key, or to nothing", () => {
    expect(tomlKeyLines(TEXT)(["context", "order", 0])).toEqual({ line: 4, column: 1 });
    expect(tomlKeyLines(TEXT)(["nowhere"])).toBeNull();
  });
});
