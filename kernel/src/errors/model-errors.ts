import type { FailedTry } from "../hooks/contexts.ts";
import { VarveError } from "./varve-error.ts";

/**
 * What went wrong with a model call, for all providers alike. Plugins that answer `model.invoke` throw it, so that a harness
 * and the kernel can tell the kinds apart without knowing the provider.
 *
 * - `retryable`: a rate limit, a server's fault, a time-out or a lost connection, still there after the retries
 * - `rejected`: the provider does not take the request, and would not take it again: a wrong key, a wrong parameter
 * - `overflow`: the provider says that the window is too long for the model
 * - `too_large`: the request has too many bytes, whatever its tokens
 * - `unparsable`: an answer that is none: no JSON, a stream without an end
 */
export type ModelFault = "retryable" | "rejected" | "overflow" | "too_large" | "unparsable";

export class ModelError extends VarveError {
  readonly fault: ModelFault;
  readonly provider: string;
  /** The HTTP status, or `null` where no answer came. */
  readonly status: number | null;
  /** The provider's id of the request, or `null` where it gave none. */
  readonly requestId: string | null;
  /** The tries before the last one, which this error is about. */
  readonly retries: readonly FailedTry[];
  /** Whether the provider may have charged for the last try: it had taken the request, and its answer was lost. */
  readonly mayBePaid: boolean;

  constructor(
    fault: ModelFault,
    message: string,
    facts: {
      readonly provider: string;
      readonly status?: number | null;
      readonly requestId?: string | null;
      readonly retries?: readonly FailedTry[];
      readonly mayBePaid?: boolean;
      readonly cause?: unknown;
    },
  ) {
    super("MODEL", message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.fault = fault;
    this.provider = facts.provider;
    this.status = facts.status ?? null;
    this.requestId = facts.requestId ?? null;
    this.retries = facts.retries ?? [];
    this.mayBePaid = facts.mayBePaid ?? false;
  }
}
