import { ItemError } from "../errors.ts";
import { extended } from "../growing.ts";
import { freeze, frozenCopy } from "../immutable.ts";
import { asItem } from "../item-shape.ts";
import type { InputItem, ToolDefinition, ToolResult } from "../items.ts";
import { isJson, isJsonObject } from "../json.ts";
import { legible } from "../legible.ts";
import { isStalled } from "../tokens/estimate.ts";
import { isAmount, isUsage, type Usage } from "../usage.ts";
import type { AgentData, AgentState, HistoryEntry, Made, UsageAnchor } from "./agent-state.ts";
import { entryId } from "./ids.ts";
import { type OpenCall, Pairs } from "./pairing.ts";

/** The state of a new task. */
export function createState(task: {
  readonly taskId: string;
  readonly tools?: readonly ToolDefinition[];
  readonly loadedSkills?: readonly string[];
  readonly data?: Readonly<Partial<AgentData>>;
}): AgentState {
  if (task.taskId.trim() === "" || legible(task.taskId) !== task.taskId) {
    const given = JSON.stringify(task.taskId);
    throw new ItemError(
      `A task needs an id of legible text that is not blank, not ${given}: it keys the provider's cache and the store.`,
    );
  }
  if (!isJson(task.data ?? {}))
    throw new ItemError(`The data of task ${task.taskId} is no plain JSON; a state must survive being written down.`);
  const state: AgentState = {
    format: 1,
    taskId: task.taskId,
    turn: 0,
    version: 0,
    nextEntry: 1,
    history: [],
    summary: null,
    loadedSkills: frozenCopy(task.loadedSkills ?? []),
    tools: [],
    lastUsage: null,
    compaction: { count: 0, last: null, leftOut: [] },
    data: frozenCopy(task.data ?? {}),
  };
  return withTools(state, task.tools ?? []);
}

/**
 * The state with some items at the end of its history.
 * @throws ItemError naming the first item that is malformed; the state stays as it was
 */
export function append(state: AgentState, items: readonly InputItem[], made?: Made): AgentState {
  if (items.length === 0) return state;
  const added = items.map((item, index) => makeEntry(state, state.nextEntry + index, asItem(item, index), made));
  return freeze({ ...state, history: extended(state.history, added), nextEntry: state.nextEntry + items.length });
}

/** An entry of this state with a number of its own. */
export function makeEntry(state: AgentState, number: number, item: InputItem, made?: Made): HistoryEntry {
  const base = { id: entryId(number), turn: state.turn, item: frozenCopy(item) };
  return freeze(made === undefined ? base : { ...base, made });
}

/** What came back from a model call, to be taken into the state. */
export interface Completion {
  /** Counted tokens of the window that was sent. */
  readonly countedTokens: number;
  readonly items: readonly InputItem[];
  /** What the provider measured for that window; `null` where it reported nothing. */
  readonly usage: Usage | null;
  readonly model: string | null;
  /** When the answer came, milliseconds since the epoch. */
  readonly atMs?: number;
}

/**
 * The state after a model call: the model's items are in its history, its usage anchors the next estimate, and the turn
 * has moved on. Usage of zero input tokens was not measured and anchors nothing.
 * @throws ItemError for a malformed item, and for figures that no state can hold
 */
export function complete(state: AgentState, call: Completion): AgentState {
  if (!Number.isSafeInteger(call.countedTokens) || call.countedTokens < 0) {
    throw new ItemError(`countedTokens is ${call.countedTokens}; give the tokens of the window that was sent.`);
  }
  if (call.usage !== null && !isUsage(call.usage)) {
    throw new ItemError("usage is none: it needs five numbers, each 0 or more. Give null where nothing was measured.");
  }
  if (call.atMs !== undefined && !isAmount(call.atMs)) {
    throw new ItemError(`atMs is ${call.atMs}; give milliseconds since the epoch, or leave it out.`);
  }
  const appended = append(state, call.items);
  if (call.usage === null || call.usage.inputTokens <= 0)
    return freeze({ ...appended, turn: state.turn + 1, lastUsage: null });
  const anchor: UsageAnchor = {
    usage: call.usage,
    model: call.model,
    countedTokens: call.countedTokens,
    compactions: state.compaction.count,
    atMs: call.atMs ?? null,
  };
  const lastUsage = isStalled(state.lastUsage, anchor) ? { ...anchor, stalled: true as const } : anchor;
  return freeze({ ...appended, turn: state.turn + 1, lastUsage });
}

/** The state with a skill loaded; loading it again changes nothing. */
export function loadSkill(state: AgentState, name: string): AgentState {
  if (state.loadedSkills.includes(name)) return state;
  return freeze({ ...state, loadedSkills: [...state.loadedSkills, name] });
}

/**
 * The state with another tool list. This changes the cached prefix, so it is never done by accident: a window is always
 * made with the list that the state holds.
 * @throws ItemError for a malformed tool, or a name that is there twice
 */
export function withTools(state: AgentState, tools: readonly ToolDefinition[]): AgentState {
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    if (typeof tool.name !== "string" || tool.name === "" || !isJsonObject(tool.parameters) || !isJson(tool)) {
      throw new ItemError(
        `Tool ${index} is malformed: it needs a name and a JSON schema of its parameters, both as plain JSON.`,
      );
    }
    if (names.has(tool.name))
      throw new ItemError(`Tool ${tool.name} is there twice. Give each tool a name of its own.`);
    names.add(tool.name);
  }
  return freeze({ ...state, tools: frozenCopy(tools) });
}

const pairs = new Pairs();

const NEVER_ANSWERED = "No result: the call was not carried out, or was stopped before it gave one.";

/**
 * The state with an error result for every call that the conversation has left behind: a message or another result stands
 * after it, so its own can no longer come in time, and no provider takes a request without it. A result that comes later
 * all the same is shown as a message. Calls at the very end stay open.
 */
export function answerAbandonedCalls(state: AgentState): AgentState {
  const open = pairs.open(state.history);
  if (open.length === 0) return state;
  const last = state.history.findLastIndex(
    ({ item }) => item.kind === "tool_result" || (item.kind === "message" && item.role !== "assistant"),
  );
  return answered(
    state,
    open.filter(({ index }) => index < last),
  );
}

/**
 * The state with an error result for every call that has none, also at the very end: the model is asked now, and what has not
 * come by now comes too late.
 */
export function answerOpenCalls(state: AgentState): AgentState {
  return answered(state, pairs.open(state.history));
}

function answered(state: AgentState, calls: readonly OpenCall[]): AgentState {
  const results = calls.map(({ callId }): ToolResult => {
    return { kind: "tool_result", callId, parts: [{ kind: "text", text: NEVER_ANSWERED }], isError: true };
  });
  return append(state, results, "synthetic");
}
