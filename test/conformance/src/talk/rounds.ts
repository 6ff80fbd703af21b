import type { InputItem, Part } from "@varve/kernel";
import { addBlock, type Block } from "./blocks.ts";
import { conversation } from "./conversation.ts";
import { withOtherFacts } from "./words.ts";

/** What is said in one round. */
export type Items = readonly InputItem[];

/** How many times a conversation is said over: pairs that fall on both sides of two cuts show at the second. */
const ROUNDS = 3;

/** The conversation that some blocks make. */
export function itemsOf(blocks: readonly Block[]): Items {
  return blocks.reduce((talk, block) => addBlock(talk, block), conversation()).items;
}

/**
 * The conversation some times over, with call ids and facts of its own in every round.
 * @param mark stands in every text, to tell whose it is
 */
export function roundsOf(items: Items, mark: string | null = null): readonly Items[] {
  return Array.from({ length: ROUNDS }, (_, round) => items.map((item) => inRound(item, round, mark)));
}

function inRound(item: InputItem, round: number, mark: string | null): InputItem {
  const said = (text: string): string => withOtherFacts(mark === null ? text : `${mark} ${text}`, round);
  const callId = (id: string): string => (round > 0 && id.startsWith("call_") ? `${id}_r${round + 1}` : id);
  switch (item.kind) {
    case "message":
      return { ...item, parts: item.parts.map((part) => saidPart(part, said)) };
    case "tool_call":
      return { ...item, callId: callId(item.callId), arguments: withOtherFacts(item.arguments, round) };
    case "tool_result":
      return { ...item, callId: callId(item.callId), parts: item.parts.map((part) => saidPart(part, said)) };
    case "reasoning":
      return { ...item, summary: item.summary.map(said) };
    case "opaque":
      return item;
  }
}

function saidPart(part: Part, said: (text: string) => string): Part {
  return part.kind === "text" ? { ...part, text: said(part.text) } : part;
}
