import type {
  ApproveContext,
  ApproveResult,
  EncodeContext,
  EncodedRequest,
  InvokeContext,
  KeepContext,
  KeepResult,
  ModelResponse,
  PersistenceReadContext,
  PersistenceReadResult,
  PersistenceWriteContext,
  SectionContext,
  SectionResult,
  StateWriteContext,
  StateWriteResult,
  Stored,
  SummariseContext,
  SummariseResult,
  TokensContext,
  TriggerContext,
  TriggerResult,
} from "./contexts.ts";
import type { OperationHooks } from "./hook-point.ts";

/** The catalogue of operations: what each is told and what it answers. A section's is `section.<id>`. */
export interface Operations {
  "tokens.count": { context: TokensContext; result: number };
  "compaction.trigger": { context: TriggerContext; result: TriggerResult };
  "compaction.keep": { context: KeepContext; result: KeepResult };
  "compaction.summarise": { context: SummariseContext; result: SummariseResult };
  "compaction.approve": { context: ApproveContext; result: ApproveResult };
  "model.encode": { context: EncodeContext; result: EncodedRequest };
  "model.invoke": { context: InvokeContext; result: ModelResponse };
  "state.write": { context: StateWriteContext; result: StateWriteResult };
  "persistence.write": { context: PersistenceWriteContext; result: Stored };
  "persistence.read": { context: PersistenceReadContext; result: PersistenceReadResult };
}

type Hooks_<Name extends keyof Operations> = OperationHooks<Operations[Name]["context"], Operations[Name]["result"]>;

export type SectionHooks = OperationHooks<SectionContext, SectionResult>;

/** The sections of the design. A plugin that declares another adds its id by declaration merging. */
export interface SectionCatalogue {
  system_prompt: SectionHooks;
  participants: SectionHooks;
  agents: SectionHooks;
  skills_index: SectionHooks;
  skill: SectionHooks;
  task: SectionHooks;
  plan: SectionHooks;
  state_summary: SectionHooks;
  history: SectionHooks;
  tool_results: SectionHooks;
}

/** Every hook point by its name: `kernel.hooks.compaction.trigger.in` is `compaction.trigger.in`. */
export interface Hooks {
  readonly section: Readonly<SectionCatalogue>;
  readonly tokens: { readonly count: Hooks_<"tokens.count"> };
  readonly compaction: {
    readonly trigger: Hooks_<"compaction.trigger">;
    readonly keep: Hooks_<"compaction.keep">;
    readonly summarise: Hooks_<"compaction.summarise">;
    readonly approve: Hooks_<"compaction.approve">;
  };
  readonly model: { readonly encode: Hooks_<"model.encode">; readonly invoke: Hooks_<"model.invoke"> };
  readonly state: { readonly write: Hooks_<"state.write"> };
  readonly persistence: { readonly write: Hooks_<"persistence.write">; readonly read: Hooks_<"persistence.read"> };
}
