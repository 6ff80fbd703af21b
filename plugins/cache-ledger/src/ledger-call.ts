import type { EncodedRequest, InvokeContext, ModelResponse, Window } from "@varve/kernel";

/** A request that is no `turn` is auxiliary: it is told of and counted apart. */
export type Purpose = InvokeContext["purpose"];

/** A model call as it is told to the ledger; the kernel's event `invoked` is one. */
export interface LedgerCall {
  readonly window: Window;
  readonly request: EncodedRequest;
  readonly response: ModelResponse;
  readonly purpose: Purpose;
  readonly correlationId?: string;
  /** When the answer came, milliseconds since the epoch; `null` where nobody knows. Absent: the ledger's clock says. */
  readonly atMs?: number | null;
}
