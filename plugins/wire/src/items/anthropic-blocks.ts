import { type InputItem, isJsonObject, type JsonObject, type JsonValue, type Role } from "@varve/kernel";
import { isList, textOf } from "../json-reads.ts";
import { partOf, readBlocks } from "./anthropic-parts.ts";
import { extraOf, type ReadPart, remainder, remainderOfParts } from "./remainder.ts";

/** The name under which items keep what only Anthropic's encoder sends back. */
const ANTHROPIC = "anthropic";

/** The items of one message, and what of it is odd. */
export interface FromMessage {
  readonly items: readonly InputItem[];
  readonly problems: readonly string[];
}

/**
 * Reads the content of one message; `null` where it is neither a text nor a list. One message may be several items: a user
 * message carries tool results, an assistant message reasoning, text and calls. Their order is kept, and neighbouring
 * blocks of content become one message. Blocks that the neutral form does not know become opaque.
 */
export function fromMessage(content: JsonValue | undefined, role: Role, model: string | null): FromMessage | null {
  const blocks = typeof content === "string" ? [content] : content;
  if (!isList(blocks)) return null;
  const items: InputItem[] = [];
  const problems: string[] = [];
  let open: ReadPart[] = [];
  const close = (): void => {
    if (open.length === 0) return;
    items.push(messageOf(role, open));
    open = [];
  };
  for (const block of blocks) {
    const part = partOf(block);
    if (part !== null) {
      open.push(part);
      continue;
    }
    if (!isJsonObject(block) || typeof block.type !== "string") {
      problems.push("skipped: a content block without a type");
      continue;
    }
    close();
    const { item, problem } = fromBlock(block, model);
    items.push(item);
    if (problem !== undefined) problems.push(problem);
  }
  close();
  return { items, problems };
}

function messageOf(role: Role, read: readonly ReadPart[]): InputItem {
  const parts = read.map(({ part }) => part);
  return { kind: "message", role, parts, ...extraOf(ANTHROPIC, remainderOfParts("content", read)) };
}

interface FromBlock {
  readonly item: InputItem;
  readonly problem?: string;
}

function fromBlock(block: JsonObject, model: string | null): FromBlock {
  switch (block.type) {
    case "tool_use":
      return readCall(block, model);
    case "tool_result":
      return readResult(block, model);
    case "thinking":
    case "redacted_thinking":
      return { item: readReasoning(block, model) };
    default:
      return { item: opaque(block, model) };
  }
}

function opaque(data: JsonObject, model: string | null): InputItem {
  return { kind: "opaque", provider: ANTHROPIC, ...(model === null ? {} : { model }), data };
}

function readCall(block: JsonObject, model: string | null): FromBlock {
  const callId = textOf(block.id);
  const name = textOf(block.name);
  if (callId === null || name === null) {
    const missing = callId === null ? "id" : "name";
    return { item: opaque(block, model), problem: `a tool_use without ${missing} is kept as it is` };
  }
  // The input was recorded as an object; a text is what remains of an input that the model broke off.
  const words = textOf(block.input) ?? JSON.stringify(block.input ?? {});
  const extra = extraOf(ANTHROPIC, remainder(block, "type", "id", "name", "input"));
  return { item: { kind: "tool_call", callId, name, arguments: words, ...extra } };
}

function readResult(block: JsonObject, model: string | null): FromBlock {
  const callId = textOf(block.tool_use_id);
  if (callId === null) {
    return { item: opaque(block, model), problem: "a tool_result without tool_use_id is kept as it is" };
  }
  const read = readBlocks(block.content);
  const fields = {
    ...remainder(block, "type", "tool_use_id", "content", "is_error"),
    ...remainderOfParts("content", read),
  };
  return {
    item: {
      kind: "tool_result",
      callId,
      parts: read.map(({ part }) => part),
      ...(block.is_error === true ? { isError: true } : {}),
      ...extraOf(ANTHROPIC, fields),
    },
  };
}

/** The signature of a thinking block and the data of a redacted one are what its provider needs to read it again. */
function readReasoning(block: JsonObject, model: string | null): InputItem {
  const redacted = block.type === "redacted_thinking";
  const encrypted = textOf(block[redacted ? "data" : "signature"]);
  const thinking = textOf(block.thinking) ?? "";
  const fields = {
    ...remainder(block, "type", "thinking", redacted ? "data" : "signature"),
    ...(redacted ? { type: "redacted_thinking" } : {}),
  };
  return {
    kind: "reasoning",
    summary: thinking === "" ? [] : [thinking],
    ...(encrypted === null ? {} : { encrypted }),
    provider: ANTHROPIC,
    ...(model === null ? {} : { model }),
    ...extraOf(ANTHROPIC, fields),
  };
}
