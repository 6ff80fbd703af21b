import type { Window } from "./assembly/window.ts";
import type { CompactionProposal } from "./compaction/proposal.ts";
import type { VarveError } from "./errors.ts";
import type { EncodedRequest, InvokeContext, ModelDelta, ModelResponse } from "./hooks/contexts.ts";
import type { AgentState } from "./state/agent-state.ts";
import type { CompactionReason, CompactionRecord, Decision } from "./state/record.ts";

/** What belongs to every event. */
export interface EventFacts {
  readonly taskId: string;
  readonly turn: number;
  readonly correlationId: string;
}

/** The static prefix is not what it was at the last assembly of this task. */
export interface PrefixChange extends EventFacts {
  /** The section, or `tools`. */
  readonly section: string;
  /** The first byte (of UTF-8, from the section's start) that differs. */
  readonly offset: number;
  /** Up to 40 characters from there, before and now. */
  readonly before: string;
  readonly after: string;
}

/** A tool list was offered that differs from the one the task holds; the task's own was used. */
export interface ToolsHeld extends EventFacts {
  readonly missing: readonly string[];
  readonly added: readonly string[];
  readonly changed: readonly string[];
}

/** Everything the kernel tells to those who watch. Observers decide nothing. */
export interface EventMap {
  assembled: EventFacts & { readonly window: Window; readonly state: AgentState };
  /** A decision of trigger, keep, summarise or approve; also a no. */
  decided: EventFacts & { readonly decision: Decision };
  compacting: EventFacts & { readonly reason: CompactionReason; readonly tokens: number };
  compacted: EventFacts & { readonly record: CompactionRecord; readonly state: AgentState };
  /** A compaction was proposed and not carried out: refused by approve. */
  refused: EventFacts & { readonly proposal: CompactionProposal; readonly decision: Decision };
  prefixChanged: PrefixChange;
  toolsHeld: ToolsHeld;
  /** The provider measures no growth while the window grows: it seems to cut what it is sent. The count alone is gone by. */
  usageStalled: EventFacts & { readonly inputTokens: number; readonly countedTokens: number };
  /** A piece of an answer that is still being written. */
  delta: EventFacts & { readonly purpose: InvokeContext["purpose"]; readonly delta: ModelDelta };
  invoked: EventFacts & {
    readonly purpose: InvokeContext["purpose"];
    /** What was sent: the window, and the request that was made of it. */
    readonly window: Window;
    readonly request: EncodedRequest;
    readonly response: ModelResponse;
    readonly plugin: string;
  };
  failed: EventFacts & { readonly error: VarveError };
}

export type EventName = keyof EventMap;

/** Where observers tap. One that throws is reported through `failed` and never breaks the turn. */
export interface EventPoint<Event> {
  readonly name: string;
  tap(name: string, observer: (event: Event) => void): void;
}

export type Events = { readonly [Name in EventName]: EventPoint<EventMap[Name]> };
