import { type ModelResponse, type Usage, VarveError } from "@varve/kernel";
import { NAME } from "./plugin-name.ts";

/**
 * Why an answer is no summary.
 *
 * - `empty`: no text in it, or reasoning only
 * - `tool_call`: a tool was called, with or without text beside it
 * - `length`: it was cut off by its limit
 * - `refused`: the model declined
 * - `unfinished`: it ended in a way that does not say that it is whole
 * - `no_room`: the model's window is too small to ask for one
 */
export type SummaryFault = "empty" | "tool_call" | "length" | "refused" | "unfinished" | "no_room";

const WORDS: { readonly [F in SummaryFault]: string } = {
  empty: "the answer held no text",
  tool_call: "the model called a tool instead of answering",
  length: "the answer was cut off by its limit. Raise max_output_tokens",
  refused: "the model refused",
  unfinished: "the answer did not end as a whole one does",
  no_room:
    "the model's window leaves no room for what is to be summarised. Summarise with a larger model, or lower max_output_tokens",
};

/** The model gave no usable summary. The history is as it was. */
export class SummaryError extends VarveError {
  readonly plugin = NAME;
  readonly fault: SummaryFault;
  /** How the last answer ended; `null` where none was asked for. */
  readonly finish: ModelResponse["finish"] | null;
  readonly requestId: string | null;
  /** What the calls made for this summary used all the same, summed; `null` where nothing was reported. */
  readonly usage: Usage | null;

  constructor(fault: SummaryFault, answer: ModelResponse | null, usage: Usage | null) {
    const request = answer?.requestId == null ? "" : ` (request ${answer.requestId})`;
    super("SUMMARY", `${NAME} got no summary from the model: ${WORDS[fault]}${request}. Nothing was changed.`);
    this.fault = fault;
    this.finish = answer?.finish ?? null;
    this.requestId = answer?.requestId ?? null;
    this.usage = usage;
  }
}
