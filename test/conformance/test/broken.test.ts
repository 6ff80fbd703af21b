import type { Plugin } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { type Claim, type ConformanceError, check } from "../src/index.ts";
import alwaysCompacts from "./broken/always-compacts.ts";
import countsBelowZero from "./broken/counts-below-zero.ts";
import countsItsSummaries from "./broken/counts-its-summaries.ts";
import countsSlowly from "./broken/counts-slowly.ts";
import dropsCalls from "./broken/drops-calls.ts";
import editsTheRequestAway from "./broken/edits-the-request-away.ts";
import encodesEverything from "./broken/encodes-everything.ts";
import forgetsTheSummary from "./broken/forgets-the-summary.ts";
import ignoresTheAbort from "./broken/ignores-the-abort.ts";
import lastWriteWins from "./broken/last-write-wins.ts";
import longerThanBefore from "./broken/longer-than-before.ts";
import marksEntries from "./broken/marks-entries.ts";
import neverAnswers from "./broken/never-answers.ts";
import numbersItsEntries from "./broken/numbers-its-entries.ts";
import pinsForEver from "./broken/pins-for-ever.ts";
import sharesACache from "./broken/shares-a-cache.ts";
import takesAnyValue from "./broken/takes-any-value.ts";
import tellsTheDate from "./broken/tells-the-date.ts";

/** The rules that a plugin breaks, with how it is told. */
async function brokenBy(plugin: Plugin, claims: readonly Claim[] = []): Promise<ReadonlyMap<string, ConformanceError>> {
  const { rules } = await check(() => ({ plugin }), { claims, patienceMs: 400, searchMs: 1_000, lineLength: 2_048 });
  return new Map(rules.flatMap(({ rule, error }) => (error === undefined ? [] : [[rule.id, error] as const])));
}

describe("a broken plugin breaks the rule that it breaks, and no other", () => {
  it.each<[string, Plugin, readonly string[], (readonly Claim[])?]>([
    ["a summariser that removes calls and keeps their results", dropsCalls, ["summarise/pairs"]],
    ["a summary that is longer than what it replaces", longerThanBefore, ["summarise/progress"]],
    ["a summariser that writes on what it is given", marksEntries, ["summarise/pure"]],
    ["a cache that all tasks share", sharesACache, ["summarise/tasks-apart", "summarise/carries-forward"]],
    [
      "a counter in what is claimed to be deterministic",
      countsItsSummaries,
      ["summarise/deterministic"],
      ["deterministic"],
    ],
    ["a summariser that does not hand the signal on", ignoresTheAbort, ["summarise/abort"]],
    ["a summariser that forgets the summary before", forgetsTheSummary, ["summarise/carries-forward"]],
    ["a keep that pins what has gone", pinsForEver, ["keep/known-entries"]],
    ["a keep that waits for ever", neverAnswers, ["keep/settles"]],
    ["a trigger that always says yes", alwaysCompacts, ["trigger/floor", "trigger/ends"]],
    ["an edit that removes the request", editsTheRequestAway, ["approve/sound-edits"]],
    ["a tokenizer that is quadratic", countsSlowly, ["tokens/linear"]],
    ["a tokenizer that counts below zero", countsBelowZero, ["tokens/shape"]],
    ["a static section with the date in it", tellsTheDate, ["section/static"]],
    ["an entry that looks otherwise in a longer history", numbersItsEntries, ["section/entries"]],
    [
      "an encoder for everybody's models, with the time in it",
      encodesEverything,
      ["encode/other-provider", "encode/same-bytes"],
    ],
    ["a writer that does not look at the schema", takesAnyValue, ["state/schema"]],
    ["a store where the last write wins", lastWriteWins, ["store/conflict", "store/at-once"]],
  ])("%s", async (_, plugin, rules, claims) => {
    expect([...(await brokenBy(plugin, claims)).keys()]).toEqual(rules);
  });
});
