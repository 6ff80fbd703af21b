import { isItem } from "../item-shape.ts";
import { isJsonObject } from "../json.ts";
import { isAmount, isUsage } from "../usage.ts";
import type { Operations } from "./catalogue.ts";
import type {
  ApproveResult,
  EncodedRequest,
  KeepResult,
  ModelResponse,
  PersistenceReadResult,
  SectionResult,
  StateWriteResult,
  Stored,
  SummariseResult,
  TriggerResult,
} from "./contexts.ts";
import type { ResultShape } from "./operation.ts";

/** The most that one count can be: sums of such counts are still whole numbers. */
const MOST_TOKENS = 1_000_000_000_000;

/** What each operation takes as a result. What comes from a plugin is checked here, once, and trusted within. */
export const RESULT_SHAPES: { readonly [Name in keyof Operations]: ResultShape<Operations[Name]["result"]> } = {
  "tokens.count": {
    expected: `expected a number of tokens, from 0 to ${MOST_TOKENS}`,
    matches: (value): value is number => isAmount(value) && value <= MOST_TOKENS,
  },
  "compaction.trigger": {
    expected: "expected a boolean, or { compact: boolean, reason?: string }",
    matches: (value): value is TriggerResult =>
      typeof value === "boolean" ||
      (isRecord(value) && typeof value.compact === "boolean" && isOptionalText(value.reason)),
  },
  "compaction.keep": {
    expected: "expected { sections: string[], pins?: entry ids, allowEssential?: true, reason?: string }",
    matches: (value): value is KeepResult =>
      isRecord(value) &&
      isTexts(value.sections) &&
      (value.pins === undefined || isTexts(value.pins)) &&
      (value.allowEssential === undefined || value.allowEssential === true) &&
      isOptionalText(value.reason),
  },
  "compaction.summarise": {
    expected:
      "expected { summary: text that is not blank } or { replacement: [{ item, replaces? }, …] } or both, and optionally removes, usage, reason",
    matches: isSummarised,
  },
  "compaction.approve": {
    expected: "expected a boolean, or { approve: boolean, reason? }, or { edit: a summarise result, reason? }",
    matches: (value): value is ApproveResult =>
      typeof value === "boolean" ||
      (isRecord(value) &&
        isOptionalText(value.reason) &&
        (typeof value.approve === "boolean" ? value.edit === undefined : isSummarised(value.edit))),
  },
  "model.encode": {
    expected: "expected { provider: string, body: object, api?, toolNames?, cacheBreakpoints?: whole numbers }",
    matches: (value): value is EncodedRequest =>
      isRecord(value) &&
      typeof value.provider === "string" &&
      isRecord(value.body) &&
      isOptionalText(value.api) &&
      (value.toolNames === undefined || (isRecord(value.toolNames) && isTexts(Object.values(value.toolNames)))) &&
      (value.cacheBreakpoints === undefined ||
        (Array.isArray(value.cacheBreakpoints) &&
          value.cacheBreakpoints.every((at) => Number.isSafeInteger(at) && at >= 0))),
  },
  "model.invoke": {
    expected: "expected { items, usage, model, finish, requestId, retries? }",
    matches: (value): value is ModelResponse =>
      isRecord(value) &&
      isItems(value.items) &&
      (value.usage === null || isUsage(value.usage)) &&
      (value.model === null || typeof value.model === "string") &&
      FINISHES.some((finish) => finish === value.finish) &&
      (value.requestId === null || typeof value.requestId === "string") &&
      (value.retries === undefined || (Array.isArray(value.retries) && value.retries.every(isFailedTry))),
  },
  "state.write": {
    expected: "expected { accepted: value } or { refused: { pointer, reason } }",
    matches: (value): value is StateWriteResult => {
      if (!isRecord(value)) return false;
      if (value.accepted !== undefined) return value.refused === undefined;
      const refused = value.refused;
      return isRecord(refused) && typeof refused.pointer === "string" && typeof refused.reason === "string";
    },
  },
  "persistence.write": {
    expected: "expected { version: number }",
    matches: (value): value is Stored => isRecord(value) && Number.isSafeInteger(value.version),
  },
  "persistence.read": {
    expected:
      "expected { kind: 'state', state } or { kind: 'record', record } or { kind: 'records', records, damaged }",
    matches: (value): value is PersistenceReadResult => {
      if (!isRecord(value)) return false;
      switch (value.kind) {
        case "state":
          return isRecord(value.state) || value.state === null;
        case "record":
          return isRecord(value.record) || value.record === null;
        case "records":
          return Array.isArray(value.records) && Array.isArray(value.damaged);
        default:
          return false;
      }
    },
  },
};

/** What a section answers. */
export const SECTION_SHAPE: ResultShape<SectionResult> = {
  expected: "expected text, or a list of input items",
  matches: (value): value is SectionResult => typeof value === "string" || isItems(value),
};

const FINISHES = ["stop", "tool_calls", "length", "refused", "other"] as const;

function isRecord(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value);
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === "string");
}

function isItems(value: unknown): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isFailedTry(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.reason === "string" &&
    (value.status === null || typeof value.status === "number") &&
    (value.requestId === null || typeof value.requestId === "string") &&
    isAmount(value.waitedMs) &&
    typeof value.mayBePaid === "boolean"
  );
}

/** An empty summary would replace real history with nothing: it is no summary. */
function isSummarised(value: unknown): value is SummariseResult {
  if (!isRecord(value)) return false;
  const { summary, replacement, removes, usage, reason } = value;
  if (summary === undefined && replacement === undefined) return false;
  return (
    (summary === undefined || (typeof summary === "string" && summary.trim() !== "")) &&
    (replacement === undefined || (Array.isArray(replacement) && replacement.every(isReplacement))) &&
    (removes === undefined || isTexts(removes)) &&
    (usage === undefined || isUsage(usage)) &&
    isOptionalText(reason)
  );
}

function isReplacement(value: unknown): boolean {
  return isRecord(value) && isItem(value.item) && isOptionalText(value.replaces);
}
