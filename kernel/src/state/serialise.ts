import { reasonOf, StateFormatError } from "../errors.ts";
import { freeze } from "../immutable.ts";
import { isItem } from "../item-shape.ts";
import { isJson, isJsonObject } from "../json.ts";
import { isAmount, isUsage } from "../usage.ts";
import type { AgentState, Made } from "./agent-state.ts";
import { isEntryId, isRecordId, numberOf } from "./ids.ts";

/** The format that this version writes and the newest that it reads. */
const STATE_FORMAT = 1;

/** A state as JSON. What {@link parseState} makes of it equals the state. */
export function serialiseState(state: AgentState): string {
  return JSON.stringify(state);
}

/**
 * A state out of its JSON.
 * @throws StateFormatError naming the place, when it is damaged or was written by a newer version
 */
export function parseState(json: string): AgentState {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new StateFormatError(
      "",
      `is no JSON (${reasonOf(cause)}). The text is damaged or cut off; load another version.`,
    );
  }
  return asState(value);
}

/**
 * A parsed value as a state, frozen.
 * @throws StateFormatError as {@link parseState} does
 */
export function asState(value: unknown): AgentState {
  if (isState(value)) return freeze(value);
  throw new StateFormatError("", "is no state.");
}

type Check = (value: unknown) => string | null;

const text: Check = (value) => (typeof value === "string" ? null : "must be text");
const count: Check = (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? null : "must be a whole number, 0 or more";
const texts: Check = (value) =>
  Array.isArray(value) && value.every((each) => typeof each === "string") ? null : "must be a list of texts";
const object: Check = (value) => (isJsonObject(value) && isJson(value) ? null : "must be an object of plain JSON");
const list: Check = (value) => (Array.isArray(value) ? null : "must be a list");
const nullOr =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);

const FIELDS: { readonly [Field in keyof AgentState]: Check } = {
  format: () => null,
  taskId: text,
  turn: count,
  version: count,
  nextEntry: count,
  history: list,
  summary: nullOr((value) =>
    isJsonObject(value) && typeof value.text === "string" ? null : "must be { text } or null",
  ),
  loadedSkills: texts,
  tools: (value) => (Array.isArray(value) && value.every(isTool) ? null : "must be a list of { name, parameters }"),
  lastUsage: nullOr((value) =>
    isAnchor(value) ? null : "must be { usage, model, countedTokens, compactions, atMs } or null",
  ),
  compaction: (value) => (isCompactionMemory(value) ? null : "must be { count, last, leftOut }"),
  data: object,
};

function isState(value: unknown): value is AgentState {
  if (!isJsonObject(value)) throw new StateFormatError("", "must be an object.");
  const { format } = value;
  if (typeof format === "number" && format > STATE_FORMAT) {
    throw new StateFormatError(
      "/format",
      `is ${format}, this version reads up to ${STATE_FORMAT}. Install a newer @varve/kernel.`,
    );
  }
  if (format !== STATE_FORMAT)
    throw new StateFormatError("/format", `is ${JSON.stringify(format)}; expected ${STATE_FORMAT}.`);
  for (const [field, check] of Object.entries(FIELDS)) {
    const fault = check(value[field]);
    if (fault !== null) throw new StateFormatError(`/${field}`, `${fault}.`);
  }
  const stranger = Object.keys(value).find((key) => !Object.hasOwn(FIELDS, key));
  if (stranger !== undefined) throw new StateFormatError(`/${stranger}`, "is no field of a state.");
  checkHistory(value.history, Number(value.nextEntry));
  return true;
}

const MADE: { readonly [How in Made]: true } = { synthetic: true, replacement: true, view: true };

function checkHistory(history: unknown, nextEntry: number): void {
  if (!Array.isArray(history)) return;
  const seen = new Set<string>();
  for (const [index, entry] of history.entries()) {
    const at = `/history/${index}`;
    if (!isJsonObject(entry) || typeof entry.id !== "string" || !isEntryId(entry.id))
      throw new StateFormatError(`${at}/id`, "must be an entry id (e1, e2, …).");
    if (seen.has(entry.id)) throw new StateFormatError(`${at}/id`, `${entry.id} stands twice.`);
    seen.add(entry.id);
    if (numberOf(entry.id) >= nextEntry)
      throw new StateFormatError("/nextEntry", `is ${nextEntry}, and ${entry.id} is there already.`);
    if (!Number.isSafeInteger(entry.turn)) throw new StateFormatError(`${at}/turn`, "must be a whole number.");
    if (!isItem(entry.item)) throw new StateFormatError(`${at}/item`, "is no input item.");
    if (entry.made !== undefined && !(typeof entry.made === "string" && Object.hasOwn(MADE, entry.made)))
      throw new StateFormatError(`${at}/made`, `must be one of ${Object.keys(MADE).join(", ")}.`);
    if (entry.past !== undefined && entry.past !== true)
      throw new StateFormatError(`${at}/past`, "must be true, or not there.");
  }
}

function isTool(value: unknown): boolean {
  return isJsonObject(value) && typeof value.name === "string" && isJsonObject(value.parameters);
}

function isAnchor(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isUsage(value.usage) &&
    (value.model === null || typeof value.model === "string") &&
    count(value.countedTokens) === null &&
    count(value.compactions) === null &&
    (value.atMs === null || isAmount(value.atMs)) &&
    (value.stalled === undefined || value.stalled === true)
  );
}

function isCompactionMemory(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { count: compactions, last, leftOut, undone = 0 } = value;
  if (count(undone) !== null) return false;
  if (count(compactions) !== null || !(last === null || (typeof last === "string" && isRecordId(last)))) return false;
  return (
    Array.isArray(leftOut) &&
    leftOut.every((left) => isJsonObject(left) && typeof left.section === "string" && typeof left.digest === "string")
  );
}
