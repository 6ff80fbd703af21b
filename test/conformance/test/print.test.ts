import { text } from "@varve/kernel";
import { expect, it } from "vitest";
import { conversation, printed } from "../src/index.ts";

it("prints a conversation as the code that builds it", () => {
  const talk = conversation()
    .user("half \ud83d, nul \0")
    .reasoning("Look first.")
    .call("grep", { pattern: "x" })
    .call("read", '{"path": "a', "tool:0")
    .result("ok ".repeat(40), "tool:0")
    .failure("no such file")
    .say("developer", [text("Be brief.")])
    .assistant("done");
  expect(printed(talk.items)).toBe(`conversation()
  .user("half \\ud83d, nul \\u0000")
  .reasoning("Look first.")
  .call("grep", {"pattern":"x"})
  .call("read", "{\\"path\\": \\"a", "tool:0")
  .result("ok ".repeat(40), "tool:0")
  .failure("no such file")
  .say("developer", [{"kind":"text","text":"Be brief."}])
  .assistant("done")`);
});

it("builds the same conversation from what it prints", () => {
  const talk = conversation()
    .user('a \\ "quote" and `ticks`')
    .call("grep", { pattern: "x" })
    .call("read", '{"path": "a')
    .result("one\n".repeat(30))
    .result([{ kind: "data", data: { a: [1, null] } }])
    .result("nobody asked", "call_9")
    .item({ kind: "opaque", provider: "openai", data: { type: "compaction" } })
    .say("assistant", []);
  const built: unknown = new Function("conversation", `return ${printed(talk.items)}.items`)(conversation);
  expect(built).toEqual(talk.items);
});

it("tells of a long text how long it is, and of many items how many more there are", () => {
  const talk = conversation().user(Array.from({ length: 200 }, (_, index) => index).join(" "));
  expect(printed(talk.items)).toMatch(/… 689 characters/);
  for (let index = 0; index < 50; index += 1) talk.assistant("on");
  expect(printed(talk.items)).toMatch(/\/\/ … and 11 more$/);
});
