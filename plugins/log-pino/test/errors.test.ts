import { ExecutorError, PersistenceError, VarveError } from "@varve/kernel";
import { agentState, conversation } from "@varve/test-builders";
import { expect, test } from "vitest";
import { FACTS, logging } from "./lines.ts";

async function logged(error: unknown) {
  const { plugin, lines } = await logging();
  plugin.tell("failed", { ...FACTS, error });
  expect(lines()).toHaveLength(1);
  return { line: lines()[0], text: JSON.stringify(lines()) };
}

test("a failure is an error with its code, its hook point, its plugin and its causes", async () => {
  const cause = new PersistenceError("the disk is full", { cause: new Error("write failed") });
  const { line } = await logged(new ExecutorError("persistence.write.in", "@varve/store-sqlite", cause));
  expect(line).toMatchObject({
    level: 50,
    msg: "varve.failed",
    ...FACTS,
    error: {
      type: "ExecutorError",
      code: "EXECUTOR_FAILED",
      hookPoint: "persistence.write.in",
      plugin: "@varve/store-sqlite",
      message: "@varve/store-sqlite failed at persistence.write.in: the disk is full",
      stack: expect.stringContaining("errors.test.ts"),
      cause: { type: "PersistenceError", code: "PERSISTENCE", cause: { type: "Error", message: "write failed" } },
    },
  });
});

test("an error's state and bodies are not logged", async () => {
  const state = agentState({ history: conversation().user("said in private").entries() });
  const error = Object.assign(new VarveError("MODEL", "the call failed"), {
    committed: state,
    state,
    body: "said in private",
    response: { text: "said in private" },
    status: 429,
  });
  const { line, text } = await logged(error);
  expect(line).toMatchObject({ error: { status: 429, message: "the call failed" } });
  expect(text).not.toContain("private");
});

test("keys are masked in messages, stacks and causes", async () => {
  const key = "sk-proj-abcdefghijklmnop1234";
  const { text, line } = await logged(
    new ExecutorError("model.invoke.in", "acme", new Error(`401 for Bearer ${key}`, { cause: `with ${key}` })),
  );
  expect(line).toMatchObject({
    error: {
      message: "acme failed at model.invoke.in: 401 for Bearer [masked]",
      stack: expect.stringContaining("Bearer [masked]"),
      cause: { stack: expect.stringContaining("Bearer [masked]"), cause: { message: "with [masked]" } },
    },
  });
  expect(text).not.toContain("abcdefghijklmnop");
});

test("a chain of causes that goes in a circle ends", async () => {
  const error = new VarveError("MODEL", "round");
  error.cause = error;
  const { text } = await logged(error);
  expect(text.match(/"type"/g)).toHaveLength(6);
});

test("whatever was thrown is logged", async () => {
  for (const thrown of ["a string", 3, null, undefined, { secret: "hidden" }]) {
    const { text } = await logged(new ExecutorError("tokens.count.in", "acme", thrown));
    expect(text).not.toContain("hidden");
  }
});
