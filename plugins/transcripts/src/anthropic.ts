import { isJsonObject, type JsonObject, type JsonValue, partsText } from "@varve/kernel";
import { fromMessage, isList, memberOf, readBlocks, textOf } from "@varve/wire";
import { answerFacts, sayCompactionPasses } from "./anthropic-answer.ts";
import { describe } from "./describe.ts";
import { elementsOf } from "./elements.ts";
import type { FormatReader, Likeness, Place, RecordSink, Tape } from "./format-reader.ts";
import { layTools } from "./tool-definitions.ts";

/**
 * Anthropic Messages: messages, each a record; or one request body `{ system?, messages, tools? }`. Response objects may
 * stand among the messages and bring usage and model.
 */
export const anthropicReader: FormatReader = { id: "anthropic", title: "Anthropic Messages", recognise, begin };

const ROLES = ["user", "assistant", "system"] as const;

const BLOCK_TYPES = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "server_tool_use",
  "web_search_tool_result",
  "document",
  "search_result",
]);

function recognise(records: readonly JsonObject[]): Likeness | null {
  for (const message of records.flatMap((record): readonly JsonValue[] => listOf(record.messages) ?? [record])) {
    if (typeof memberOf(message, "role") !== "string") continue;
    const block = (listOf(memberOf(message, "content")) ?? []).find(isOwnBlock);
    if (block !== undefined)
      return { strength: "certain", because: `content blocks of type ${String(memberOf(block, "type"))}` };
  }
  const request = records.find((record) => isList(record.messages));
  if (listOf(request?.tools)?.some((tool) => isJsonObject(memberOf(tool, "input_schema"))) === true) {
    return { strength: "certain", because: "tools with an input_schema" };
  }
  const system = request?.system;
  return typeof system === "string" || isList(system)
    ? { strength: "likely", because: "a system prompt beside the messages" }
    : null;
}

function isOwnBlock(block: JsonValue): boolean {
  const type = textOf(memberOf(block, "type")) ?? "";
  return BLOCK_TYPES.has(type) || (type === "image" && isJsonObject(memberOf(block, "source")));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] | null {
  return isList(value) ? value : null;
}

function begin(tape: Tape): RecordSink {
  return {
    record(value, place) {
      const messages = listOf(value.messages);
      if (messages === null) layMessage(value, tape, place);
      else {
        tape.whole(place);
        tape.instructions(partsText(readBlocks(value.system).map(({ part }) => part)));
        layTools(value.tools, tape, place);
        for (const element of elementsOf(messages, place, tape)) layMessage(element.value, tape, element.place);
      }
    },
  };
}

/** Lays one message, or a response object, which is an assistant message with an id, a model and usage. */
function layMessage(message: JsonObject, tape: Tape, place: Place): void {
  const role = ROLES.find((known) => known === message.role);
  const read = role === undefined ? null : fromMessage(message.content, role, textOf(message.model));
  if (read === null) {
    tape.problem(place, `skipped: ${describe(message)} is no message with role and content`);
    return;
  }
  for (const problem of read.problems) tape.problem(place, problem);
  if (role === "assistant") {
    sayCompactionPasses(message, tape);
    tape.answer(read.items, answerFacts(message));
  } else tape.input(read.items);
}
