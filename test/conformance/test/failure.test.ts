import type { Plugin } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { type ConformanceError, check } from "../src/index.ts";
import dropsCalls from "./broken/drops-calls.ts";
import pinsForEver from "./broken/pins-for-ever.ts";
import tellsTheDate from "./broken/tells-the-date.ts";

async function errorFrom(plugin: Plugin, id: string): Promise<ConformanceError> {
  const { rules } = await check(() => ({ plugin }));
  const error = rules.find(({ rule }) => rule.id === id)?.error;
  if (error === undefined) throw new Error(`${id} is kept`);
  return error;
}

describe("a failure", () => {
  it("names the rule, what was expected and what came, the smallest conversation as code, and the remedy", async () => {
    const { message } = await errorFrom(dropsCalls, "summarise/pairs");
    expect(message).toBe(`drops-calls breaks summarise/pairs at compaction.summarise.in

  rule      Calls stay with their results, and reasoning with the item that it belongs to: both go, or both stay.
  expected  a history in which every result follows its call
  came      drops-calls at compaction.summarise: it would leave the result e2 without its call. Nothing was changed.
            {"summary":"1 calls were made.","removes":["e1"]}

  The smallest conversation, said three times over, with a compaction behind each; it broke at step 2:

    conversation()
      .call("grep", {"pattern":"ledger"})
      .result("ok")

  remedy    Remove whole exchanges: \`new Exchanges(new Pairs()).of(history)\` divides a history into them. To mask a result, replace it by a tool_result with the same call id.`);
  });

  it("says on which step it broke, where the first compaction alone does no harm", async () => {
    const { broken } = await errorFrom(pinsForEver, "keep/known-entries");
    expect(broken.of).toMatch(/it broke at step [23]$/);
    expect(broken.came).toMatch(/^a pin on e\d+$/);
  });

  it("shows both texts of a section that changes with the clock", async () => {
    const { broken } = await errorFrom(tellsTheDate, "section/static");
    expect(broken.expected).toMatch(/Today is \d{4}-\d\d-\d\d\..* as at turn 0, at first/);
    expect(broken.came).toMatch(/a day later/);
  });

  it("carries rule, plugin and finding for programs", async () => {
    const error = await errorFrom(dropsCalls, "summarise/pairs");
    expect(error).toMatchObject({ name: "ConformanceError", plugin: "drops-calls", rule: { id: "summarise/pairs" } });
    expect(error.cause).toMatchObject({ code: "INVALID_COMPACTION" });
  });
});
