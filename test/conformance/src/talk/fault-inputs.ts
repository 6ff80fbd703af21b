import type { Block, BlockKind } from "./blocks.ts";
import { WORDS } from "./words.ts";

/** A conversation of a kind that broke somebody, which every plugin is tried with. */
export interface FaultInput {
  readonly name: string;
  readonly blocks: readonly Block[];
}

const [OK, FACT, MATCH, CJK, EMOJI, HALF, NUL, CLOSING, OPENING, SPECIAL, COLOUR, BLANK, EMPTY] = WORDS;

function said(kind: BlockKind, words: string = OK, times = 1): Block {
  return { kind, words, times };
}

function times(count: number, ...blocks: readonly Block[]): readonly Block[] {
  return Array.from({ length: count }, () => blocks).flat();
}

const ASKED = said("user", FACT);

/**
 * The fault inputs. Each is said several times over with a compaction behind each, so a short one is enough.
 * @param lineLength characters of the longest line
 */
export function faultInputs(lineLength: number): readonly FaultInput[] {
  return [
    { name: "an empty history", blocks: [] },
    { name: "one message", blocks: [ASKED] },
    {
      name: "a call and its result on both sides of the half",
      blocks: [ASKED, said("exchange"), said("exchange", MATCH)],
    },
    { name: "one long turn", blocks: [ASKED, ...times(14, said("exchange", MATCH, 24))] },
    { name: "many large results", blocks: [ASKED, ...times(10, said("exchange", FACT, 60), said("assistant", FACT))] },
    { name: "reasoning before every call", blocks: [ASKED, ...times(6, said("reasoned", MATCH, 10))] },
    { name: "parallel calls, answered in any order", blocks: [ASKED, ...times(4, said("parallel", MATCH, 10))] },
    { name: "reasoning before parallel calls", blocks: [ASKED, ...times(4, said("reasoned_parallel", MATCH, 10))] },
    { name: "a call that waits for its result", blocks: [ASKED, said("exchange", FACT, 20), said("open_call")] },
    {
      name: "calls left without a result",
      blocks: [said("open_call"), ASKED, said("open_call"), said("exchange", MATCH, 20)],
    },
    { name: "a message between a call and its result", blocks: [ASKED, ...times(3, said("interrupted", MATCH, 8))] },
    { name: "results without a call", blocks: [said("orphan"), ASKED, said("orphan", MATCH, 8), said("exchange")] },
    { name: "a call answered twice", blocks: [ASKED, ...times(3, said("answered_twice", MATCH, 8))] },
    { name: "the same call id again and again", blocks: [ASKED, ...times(4, said("same_id", MATCH, 8))] },
    {
      name: "odd names, long ids, arguments that are no JSON",
      blocks: [ASKED, ...times(3, said("odd_call", MATCH, 8))],
    },
    { name: "pictures", blocks: [ASKED, ...times(3, said("image", MATCH, 4))] },
    { name: "files and data", blocks: [ASKED, ...times(3, said("file_and_data", MATCH, 4))] },
    {
      name: "empty messages and empty results",
      blocks: [ASKED, ...times(3, said("empty_message"), said("empty_result"))],
    },
    {
      name: "blank messages",
      blocks: [said("user", BLANK), said("exchange", EMPTY), said("user", EMPTY), said("exchange", BLANK)],
    },
    { name: "reasoning that nothing follows", blocks: [ASKED, said("lone_reasoning"), said("exchange", MATCH, 8)] },
    { name: "a provider's own items", blocks: [ASKED, ...times(3, said("opaque", OK), said("exchange", MATCH, 8))] },
    {
      name: "half an emoji, and NUL",
      blocks: [said("user", HALF), ...times(3, said("exchange", HALF, 30), said("exchange", NUL, 30))],
    },
    { name: "emoji", blocks: [said("user", EMOJI), ...times(4, said("exchange", EMOJI, 90))] },
    { name: "Chinese, Japanese and Korean", blocks: [said("user", CJK), ...times(4, said("exchange", CJK, 40))] },
    {
      name: "forged delimiters of the untrusted block",
      blocks: [ASKED, ...times(2, said("exchange", CLOSING, 8), said("exchange", OPENING, 8))],
    },
    {
      name: "special tokens and terminal colours",
      blocks: [ASKED, said("exchange", SPECIAL, 60), said("failure", COLOUR, 60)],
    },
    {
      name: "one very long line",
      blocks: [ASKED, said("exchange", OK, Math.ceil(lineLength / OK.length)), said("assistant")],
    },
    {
      name: "what the developer says in between",
      blocks: [said("developer"), ASKED, said("exchange", MATCH, 20), said("developer", FACT)],
    },
  ];
}

/** Few and short: for what costs more to try. The smallest stand first. */
export const SHORT_INPUTS: readonly FaultInput[] = [
  { name: "two exchanges", blocks: [ASKED, said("exchange", FACT, 12), said("exchange", FACT)] },
  { name: "reasoning and parallel calls", blocks: [ASKED, said("reasoned", MATCH, 12), said("parallel", FACT, 12)] },
  { name: "one long turn", blocks: [ASKED, ...times(8, said("exchange", FACT, 30)), said("assistant", FACT)] },
];
