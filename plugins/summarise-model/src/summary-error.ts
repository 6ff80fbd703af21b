import { ModelError, type ModelResponse, reasonOf, type Usage, VarveError } from "@varve/kernel";
import { NAME } from "./plugin-name.ts";

/**
 * Why there is no summary.
 *
 * - `empty`: no text in the answer, or reasoning only
 * - `tool_call`: a tool was called, with or without text beside it
 * - `length`: the answer was cut off by its limit
 * - `refused`: the model declined
 * - `unfinished`: the answer ended in a way that does not say that it is whole
 * - `no_room`: the model's window is too small to ask for one
 * - `overflow`: the provider finds every form of the request too long
 * - `failed`: a call failed after others for the same summary had been paid for
 */
export type SummaryFault =
  | "empty"
  | "tool_call"
  | "length"
  | "refused"
  | "unfinished"
  | "no_room"
  | "overflow"
  | "failed";

const WORDS: { readonly [F in SummaryFault]: string } = {
  empty: "the answer held no text",
  tool_call: "the model called a tool instead of answering",
  length: "the answer was cut off by its limit. Raise max_output_tokens",
  refused: "the model refused",
  unfinished: "the answer did not end as a whole one does",
  no_room:
    "the model's window leaves no room for what is to be summarised. Summarise with a larger model, or lower max_output_tokens",
  overflow:
    "the provider finds the request too long, also what is removed alone and in parts. Say how large the summariser's window is (context_window_tokens), or summarise with a larger model",
  failed: "a call failed after others for the same summary had been paid for",
};

/** What is known of a summary that failed. */
interface Facts {
  /** The last answer. Absent: there was none, or another fault came after it. */
  readonly answer?: ModelResponse;
  readonly usage: Usage | null;
  readonly cause?: unknown;
}

/** The model gave no usable summary. The history is as it was. */
export class SummaryError extends VarveError {
  readonly plugin = NAME;
  readonly fault: SummaryFault;
  /** How the last answer ended; `null` where none was asked for. */
  readonly finish: ModelResponse["finish"] | null;
  readonly requestId: string | null;
  /** What the calls made for this summary used all the same, summed; `null` where nothing was reported. */
  readonly usage: Usage | null;

  constructor(fault: SummaryFault, { answer, usage, cause }: Facts) {
    const requestId = answer?.requestId ?? (cause instanceof ModelError ? cause.requestId : null);
    const request = requestId === null ? "" : ` (request ${requestId})`;
    const because = cause === undefined ? "" : `: ${reasonOf(cause)}`;
    super(
      "SUMMARY",
      `${NAME} got no summary from the model: ${WORDS[fault]}${request}${because}. Nothing was changed.`,
      cause === undefined ? undefined : { cause },
    );
    this.fault = fault;
    this.finish = answer?.finish ?? null;
    this.requestId = requestId;
    this.usage = usage;
  }
}
