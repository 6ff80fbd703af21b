export type { SectionDeclaration, Stability, Survival } from "./assembly/section.ts";
export type { Window, WindowItem, WindowSection } from "./assembly/window.ts";
export type { CompactionProposal } from "./compaction/proposal.ts";
export * from "./errors.ts";
export type { EventFacts, EventMap, EventName, EventPoint, Events, PrefixChange, ToolsHeld } from "./events.ts";
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
} from "./kernel-interface.ts";
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
export type { CompactionReason, CompactionRecord, Decision, FoldedSection, PlacedEntry } from "./state/record.ts";
export type { Estimate } from "./tokens/estimate.ts";
export type { ModelLimits, Usage } from "./usage.ts";
