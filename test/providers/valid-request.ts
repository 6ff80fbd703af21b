import { isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";
import type { Dialect } from "@varve/test-builders";
import { isList, textOf } from "@varve/wire";

/** What is wrong with a request, by the rules of its API that a conversation can break. Its form is the schema's affair. */
export function faultsOf(api: Dialect["api"], body: JsonObject): readonly string[] {
  const common = [
    ...(JSON.stringify(body).isWellFormed() ? [] : ["a lone surrogate"]),
    ...unknownKeys(body, KEYS[api]),
    ...emptyTexts(body),
  ];
  switch (api) {
    case "responses":
      return [...common, ...keyFaults(body), ...responsesFaults(itemsOf(body.input))];
    case "chat_completions":
      return [...common, ...keyFaults(body), ...chatFaults(itemsOf(body.messages))];
    case "messages":
      return [...common, ...messagesFaults(itemsOf(body.messages)), ...markFaults(body)];
  }
}

const KEYS: { readonly [Api in Dialect["api"]]: readonly string[] } = {
  responses: [
    "model",
    "instructions",
    "input",
    "tools",
    "tool_choice",
    "max_output_tokens",
    "store",
    "prompt_cache_key",
    "include",
    "stream",
  ],
  chat_completions: [
    "model",
    "messages",
    "tools",
    "tool_choice",
    "max_completion_tokens",
    "store",
    "prompt_cache_key",
    "stream",
    "stream_options",
  ],
  messages: ["model", "max_tokens", "tools", "system", "messages", "stream"],
};

function unknownKeys(body: JsonObject, known: readonly string[]): readonly string[] {
  return Object.keys(body).flatMap((key) => (known.includes(key) ? [] : [`the key ${key}`]));
}

function keyFaults({ store, prompt_cache_key: key }: JsonObject): readonly string[] {
  const isKey = typeof key === "string" && key.length > 0 && key.length <= 64;
  return [...(store === false ? [] : ["store is not false"]), ...(isKey ? [] : ["no prompt_cache_key that is taken"])];
}

function responsesFaults(items: readonly JsonObject[]): readonly string[] {
  const calls = new Map<string, number>();
  const faults: string[] = [];
  for (const { type, call_id: callId } of items) {
    const id = textOf(callId) ?? "";
    if (type === "function_call") {
      if (calls.has(id)) faults.push(`the call id ${id} twice`);
      if (id.length > 64 || id === "") faults.push(`the call id ${id}`);
      calls.set(id, 0);
    }
    if (type === "function_call_output") {
      if (calls.get(id) !== 0) faults.push(`a result of ${id} without its call, or a second one`);
      calls.set(id, 1);
    }
  }
  return [...faults, ...[...calls].flatMap(([id, results]) => (results === 1 ? [] : [`no result of ${id}`]))];
}

function chatFaults(messages: readonly JsonObject[]): readonly string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  let due: string[] = [];
  for (const { role, tool_calls: calls, tool_call_id: callId } of messages) {
    if (role === "tool") {
      const id = textOf(callId) ?? "";
      if (!due.includes(id)) faults.push(`a result of ${id} that is not due`);
      due = due.filter((each) => each !== id);
      continue;
    }
    if (due.length > 0) faults.push(`a message before the results of ${due.join(", ")}`);
    due = itemsOf(calls).map(({ id }) => textOf(id) ?? "");
    for (const id of due) {
      if (seen.has(id) || id === "" || id.length > 40) faults.push(`the call id ${id}`);
      seen.add(id);
    }
  }
  return due.length === 0 ? faults : [...faults, `no result of ${due.join(", ")}`];
}

function messagesFaults(messages: readonly JsonObject[]): readonly string[] {
  const faults: string[] = [];
  let due: readonly string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const blocks = itemsOf(content);
    if (role !== (index % 2 === 0 ? "user" : "assistant")) faults.push(`message ${index} is of ${String(role)}`);
    if (blocks.length === 0) faults.push(`message ${index} is empty`);
    const results = blocks.filter(({ type }) => type === "tool_result").map(({ tool_use_id: id }) => textOf(id) ?? "");
    const isFirst = blocks.slice(0, results.length).every(({ type }) => type === "tool_result");
    if (!isFirst || results.toSorted().join() !== due.toSorted().join()) faults.push(`the results of message ${index}`);
    due = blocks.filter(({ type }) => type === "tool_use").map(({ id }) => textOf(id) ?? "");
    if (due.some((id) => !/^[a-zA-Z0-9_-]{1,64}$/.test(id))) faults.push(`a call id of message ${index}`);
  }
  return messages.at(-1)?.role === "user" ? faults : [...faults, "the user does not end it"];
}

function markFaults(body: JsonObject): readonly string[] {
  const marks = JSON.stringify(body).split('"cache_control"').length - 1;
  return marks >= 1 && marks <= 4 ? [] : [`${marks} marks`];
}

/** Texts of content that are empty. A tool's output may be. */
function emptyTexts(value: JsonValue | undefined): readonly string[] {
  if (isList(value)) return value.flatMap(emptyTexts);
  if (!isJsonObject(value)) return [];
  const isText = value.type === "text" || value.type === "input_text";
  return isText && value.text === "" ? ["an empty text"] : Object.values(value).flatMap(emptyTexts);
}

function itemsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return isList(value) ? value.filter(isJsonObject) : [];
}
