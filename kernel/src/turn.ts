import { ModelError, reasonOf, VarveError } from "./errors.ts";
import { freeze } from "./immutable.ts";
import type { Kernel, Prepared, Turned, TurnOptions } from "./kernel-interface.ts";
import type { AgentState } from "./state/agent-state.ts";
import { answerOpenCalls, complete } from "./state/transitions.ts";

/** Prepares, asks the model, and takes its answer into the state; a provider's overflow is compacted away once. */
export async function takeTurn(
  kernel: Pick<Kernel, "prepare" | "compact" | "ask">,
  given: AgentState,
  options: TurnOptions,
  clock: (() => number) | null,
): Promise<Turned> {
  const prepared = await kernel.prepare(answerOpenCalls(given), options);
  try {
    return await ask(prepared);
  } catch (error) {
    const overflow = overflowOf(error);
    if (overflow === null) throw committed(error, prepared);
    return await again(overflow);
  }

  async function ask(window: Prepared, attempt = options.attempt ?? 1): Promise<Turned> {
    const response = await kernel.ask(window.window, { ...options, attempt });
    const { items, usage, model } = response;
    const completion = { countedTokens: window.window.tokens, items, usage, model };
    const state = complete(window.state, clock === null ? completion : { ...completion, atMs: clock() });
    return freeze({ ...window, state, response });
  }

  async function again(first: ModelError): Promise<Turned> {
    const compacted = await compact(first);
    const both: Prepared = {
      ...compacted,
      records: [...prepared.records, ...compacted.records],
      decisions: [...prepared.decisions, ...compacted.decisions],
    };
    try {
      return await ask(both, (options.attempt ?? 1) + 1);
    } catch (error) {
      const second = overflowOf(error);
      if (second === null) throw committed(error, both);
      const { tokens } = both.window;
      throw committed(
        refusal(
          `The provider refused the window twice: ${reasonOf(first)}; and again with ${tokens} tokens after a compaction: ${reasonOf(second)}. Lower [context] turn_budget_tokens, or set the model's window in its plugin's options.`,
          second,
        ),
        both,
      );
    }
  }

  async function compact(first: ModelError): Promise<Prepared> {
    try {
      return await kernel.compact(prepared.state, { ...options, reason: "overflow" });
    } catch (error) {
      if (!(error instanceof VarveError) || error.code === "ABORTED") throw committed(error, prepared);
      throw committed(
        refusal(
          `The provider says that the window is too long (${reasonOf(first)}), and it could not be compacted: ${error.message}`,
          error,
        ),
        prepared,
      );
    }
  }
}

function refusal(message: string, cause: VarveError): ModelError {
  const facts = cause instanceof ModelError ? cause : null;
  return new ModelError("overflow", message, {
    provider: facts?.provider ?? "?",
    status: facts?.status ?? null,
    requestId: facts?.requestId ?? null,
    cause,
  });
}

function overflowOf(error: unknown): ModelError | null {
  return error instanceof ModelError && error.fault === "overflow" ? error : null;
}

/** The error, with the state to go on with where a compaction had been committed before it. */
function committed(error: unknown, { state, records }: Prepared): unknown {
  if (error instanceof VarveError && records.length > 0) error.committed ??= state;
  return error;
}
