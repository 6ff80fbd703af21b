import type { Window } from "../assembly/window.ts";
import type { CallContext, CompactionLimits } from "../hooks/contexts.ts";
import type { AgentState } from "../state/agent-state.ts";
import type { CompactionReason, Decision } from "../state/record.ts";
import type { ModelLimits } from "../usage.ts";

/** What one compaction starts from. */
export interface CompactionRequest {
  readonly state: AgentState;
  readonly window: Window;
  readonly limits: CompactionLimits;
  readonly floorTokens: number;
  readonly reason: CompactionReason;
  readonly model: ModelLimits | null;
  readonly call: CallContext;
  /** Decisions taken before: the trigger's. */
  readonly decisions: readonly Decision[];
}
