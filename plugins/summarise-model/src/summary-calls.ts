import {
  AbortedError,
  freeze,
  type InputItem,
  ModelError,
  type ModelLimits,
  type ModelResponse,
  message,
  type PluginKernel,
  type SummariseContext,
  type Window,
  type WindowItem,
} from "@varve/kernel";
import { CORRECTIONS, shorter } from "./instruction.ts";
import { Spending } from "./spending.ts";
import { SummaryError, type SummaryFault } from "./summary-error.ts";
import { RequestTooLong } from "./too-long.ts";
import { verdictOn } from "./verdict.ts";

/** Room to leave in a request for what is asked when the first answer was no summary, tokens. */
export const CORRECTION_TOKENS = 60;

/** One request for a summary. */
export interface SummaryRequest {
  readonly window: Window;
  /** Tokens; `null` for the provider's own limit. */
  readonly maxOutputTokens: number | null;
  /** How long the summary was asked to be. */
  readonly words: number;
}

/** The calls that are made for one summary: what they cost, and when they have to stop. */
export class SummaryCalls {
  readonly spending = new Spending();
  readonly #kernel: PluginKernel;
  readonly #context: SummariseContext;
  readonly #model: ModelLimits | null;

  /** @param model who is asked; `null` for the declared model */
  constructor(kernel: PluginKernel, context: SummariseContext, model: ModelLimits | null) {
    this.#kernel = kernel;
    this.#context = context;
    this.#model = model;
  }

  /** Counted tokens, as the kernel counts them. @throws AbortedError */
  async count(content: string | InputItem): Promise<number> {
    const { signal, correlationId } = this.#context;
    this.checkAborted();
    return this.#kernel.count(content, { signal, correlationId });
  }

  /**
   * The summary that the model gives. An answer that is none is asked for once more where that may help: with the same
   * request and one more line, so that what was sent is still cached.
   * @throws SummaryError when there is none @throws RequestTooLong @throws AbortedError
   */
  async ask(request: SummaryRequest): Promise<string> {
    const answer = await this.#once(request, 1);
    const verdict = verdictOn(answer);
    if (verdict.fault === undefined) return verdict.summary;
    const correction = correctionOf(verdict.fault, request.words);
    if (correction === null) throw new SummaryError(verdict.fault, { answer, usage: this.spending.total });

    const input = [...request.window.input, instructionItem(correction, CORRECTION_TOKENS)];
    const again = await this.#once({ ...request, window: freeze({ ...request.window, input }) }, 2);
    const second = verdictOn(again);
    if (second.fault === undefined) return second.summary;
    throw new SummaryError(second.fault, { answer: again, usage: this.spending.total });
  }

  async #once(request: SummaryRequest, attempt: number): Promise<ModelResponse> {
    this.checkAborted();
    const answer = await this.#answerTo(request, attempt);
    this.spending.add(answer);
    this.checkAborted();
    return answer;
  }

  async #answerTo({ window, maxOutputTokens }: SummaryRequest, attempt: number): Promise<ModelResponse> {
    const { signal, correlationId } = this.#context;
    try {
      return await this.#kernel.ask(window, {
        purpose: "summary",
        toolChoice: "none",
        signal,
        correlationId,
        attempt,
        ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
        ...(this.#model === null ? {} : { model: this.#model }),
      });
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      this.spending.addRetries(error.retries);
      const isTooLong = error.fault === "overflow" || error.fault === "too_large";
      throw isTooLong ? new RequestTooLong(window.tokens, error) : error;
    }
  }

  checkAborted(): void {
    const { signal, taskId } = this.#context;
    if (signal.aborted) throw new AbortedError(`The summary of task ${taskId}`, signal.reason);
  }
}

/** What a summariser says in a window. The harness speaks, so it speaks as developer. */
function instructionItem(words: string, tokens: number): WindowItem {
  return freeze({ item: message("developer", words), tokens, stability: "turn", sections: ["summary_instruction"] });
}

function correctionOf(fault: SummaryFault, words: number): string | null {
  switch (fault) {
    case "empty":
    case "tool_call":
    case "unfinished":
      return CORRECTIONS[fault];
    case "length":
      return shorter(Math.max(20, Math.round(words / 2)));
    case "refused":
    case "no_room":
    case "overflow":
    case "failed":
      // Asking again would be paid again, and answered the same.
      return null;
  }
}
