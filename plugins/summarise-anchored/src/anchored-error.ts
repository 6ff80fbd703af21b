import { type Usage, VarveError } from "@varve/kernel";

/**
 * Why the model's answer holds no facts.
 *
 * - `not_json`: it is no JSON, or not of the form that was asked for
 * - `no_facts`: none in it, or none whose entries are there
 * - `no_room`: the model's window is too small to ask
 */
export type AnchoredFault = "not_json" | "no_facts" | "no_room";

const WORDS: { readonly [Fault in AnchoredFault]: string } = {
  not_json: "the answer is not of the form that was asked for",
  no_facts: "the answer names no fact of what is removed",
  no_room: "the model's window leaves no room for what is to be summarised. Summarise with a larger model",
};

/** The model gave no usable facts. The history is as it was. */
export class AnchoredError extends VarveError {
  readonly plugin = "@varve/summarise-anchored";
  readonly fault: AnchoredFault;
  readonly requestId: string | null;
  /** What the calls used all the same, summed; `null` where nothing was reported. */
  readonly usage: Usage | null;

  constructor(fault: AnchoredFault, requestId: string | null, usage: Usage | null) {
    const request = requestId === null ? "" : ` (request ${requestId})`;
    super(
      "SUMMARY",
      `@varve/summarise-anchored got no facts from the model: ${WORDS[fault]}${request}. Nothing was changed.`,
    );
    this.fault = fault;
    this.requestId = requestId;
    this.usage = usage;
  }
}
