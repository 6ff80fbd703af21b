export type { SectionDeclaration, Stability, Survival } from "./assembly/section.ts";
export { defuse, UNTRUSTED_PREAMBLE, untrusted } from "./assembly/untrusted.ts";
export type { Window, WindowItem, WindowSection } from "./assembly/window.ts";
export { type Exchange, Exchanges } from "./compaction/exchanges.ts";
export { type ContextOptions, DEFAULT_CONTEXT, limitsFor } from "./compaction/limits.ts";
export type { CompactionProposal } from "./compaction/proposal.ts";
export { createKernel, type KernelOptions } from "./create-kernel.ts";
export * from "./errors.ts";
export type { EventFacts, EventMap, EventName, EventPoint, Events, PrefixChange, ToolsHeld } from "./events.ts";
export { extended, Fold } from "./growing.ts";
export type { Hooks, Operations, SectionCatalogue, SectionHooks } from "./hooks/catalogue.ts";
export type * from "./hooks/contexts.ts";
export type {
  ExplainedHookPoint,
  ExplainedOperation,
  ExplainedSection,
  ExplainedTap,
  Explanation,
} from "./hooks/explain.ts";
export { type HookPoint, type OperationHooks, STAGES, type TapOptions } from "./hooks/hook-point.ts";
export { freeze, type Immutable } from "./immutable.ts";
export { isItem } from "./item-shape.ts";
export * from "./items.ts";
export { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from "./json.ts";
export type {
  AskOptions,
  CallOptions,
  CompactOptions,
  Kernel,
  PluginKernel,
  Prepared,
  PrepareOptions,
  Turned,
  TurnOptions,
} from "./kernel-interface.ts";
export { head, legible, tail } from "./legible.ts";
export { partsText, plainText } from "./plain-text.ts";
export { assertPlugin, definePlugin, type Installation, install, PLUGIN_API, type Plugin } from "./plugin.ts";
export type {
  AgentData,
  AgentState,
  CompactionMemory,
  EntryId,
  HistoryEntry,
  LeftOutSection,
  Made,
  RecordId,
  Summary,
  UsageAnchor,
} from "./state/agent-state.ts";
export { entryId, isEntryId } from "./state/ids.ts";
export { type Answered, type OpenCall, Pairs } from "./state/pairing.ts";
export type { CompactionReason, CompactionRecord, Decision, FoldedSection, PlacedEntry } from "./state/record.ts";
export { asState, parseState, serialiseState } from "./state/serialise.ts";
export {
  answerOpenCalls,
  append,
  type Completion,
  complete,
  createState,
  loadSkill,
  withTools,
} from "./state/transitions.ts";
export type { Estimate } from "./tokens/estimate.ts";
export type { ModelLimits, Usage } from "./usage.ts";
