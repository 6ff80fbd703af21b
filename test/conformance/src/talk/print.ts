import { type InputItem, isJsonObject, type Message, type Part, type ToolCall, type ToolResult } from "@varve/kernel";
import type { Items } from "./rounds.ts";

/** More lines than these are told as a number. */
const MOST_LINES = 40;

/** A longer text is shown as a repetition where it is one, and shortened where it is none. */
const LONGEST_TEXT = 60;

/** A conversation as the code that builds it, to be pasted into a test. */
export function printed(items: Items): string {
  if (items.length === 0) return "conversation()";
  const open: string[] = [];
  let calls = 0;
  const lines = items.map((item) => {
    if (item.kind === "tool_call") {
      calls += 1;
      open.push(item.callId);
      return callLine(item, calls);
    }
    if (item.kind !== "tool_result") return line(item);
    const oldest = open[0];
    if (open.includes(item.callId)) open.splice(open.indexOf(item.callId), 1);
    return resultLine(item, oldest);
  });
  const shown =
    lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), `// … and ${lines.length - MOST_LINES} more`] : lines;
  return ["conversation()", ...shown.map((each) => `  ${each}`)].join("\n");
}

function line(item: InputItem): string {
  if (item.kind === "message") return messageLine(item);
  if (item.kind === "reasoning" && item.summary.length === 1) return `.reasoning(${literal(item.summary[0] ?? "")})`;
  return `.item(${json(item)})`;
}

function messageLine({ role, parts }: Message): string {
  const only = onlyText(parts);
  return only !== null && (role === "user" || role === "assistant")
    ? `.${role}(${literal(only)})`
    : `.say(${literal(role)}, ${json(parts)})`;
}

function callLine({ name, arguments: args, callId }: ToolCall, number: number): string {
  const id = callId === `call_${number}` ? "" : `, ${literal(callId)}`;
  return `.call(${literal(name)}, ${argumentsLiteral(args)}${id})`;
}

function resultLine({ parts, callId, isError }: ToolResult, oldestOpen: string | undefined): string {
  const only = onlyText(parts);
  const id = callId === oldestOpen ? "" : `, ${literal(callId)}`;
  return `.${isError === true && only !== null ? "failure" : "result"}(${only === null ? json(parts) : literal(only)}${id})`;
}

/** The object, where it would be written as the very string. */
function argumentsLiteral(args: string): string {
  try {
    const value: unknown = JSON.parse(args);
    return isJsonObject(value) && JSON.stringify(value) === args && args.length <= LONGEST_TEXT ? args : literal(args);
  } catch {
    // What is no JSON is shown as the text that it is.
    return literal(args);
  }
}

function onlyText(parts: readonly Part[]): string | null {
  const [first] = parts;
  return parts.length === 1 && first?.kind === "text" ? first.text : null;
}

function json(value: unknown): string {
  const shown = JSON.stringify(value);
  return shown.length <= 4 * LONGEST_TEXT
    ? shown
    : `${shown.slice(0, 4 * LONGEST_TEXT)}… /* ${shown.length} characters */`;
}

/** A text as a literal; a long one as a repetition of what it repeats. */
function literal(text: string): string {
  if (text.length <= LONGEST_TEXT) return JSON.stringify(text);
  const unit = text.slice(0, (text + text).indexOf(text, 1));
  if (unit.length < text.length && unit.length <= 2 * LONGEST_TEXT)
    return `${JSON.stringify(unit)}.repeat(${text.length / unit.length})`;
  return `${JSON.stringify(text.slice(0, LONGEST_TEXT))} /* … ${text.length} characters */`;
}
