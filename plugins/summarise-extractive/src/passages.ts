import { type HistoryEntry, type InputItem, partsText, plainText } from "@varve/kernel";

/**
 * Who a passage comes from. `tool` and `section` are data that nobody in the conversation vouches for: what is taken
 * from them is marked as quoted.
 */
type Speaker = "user" | "assistant" | "developer" | "call" | "tool" | "section";

/** One stretch of what will be removed, as text. */
export interface Passage {
  readonly speaker: Speaker;
  readonly text: string;
  /** Its place among all passages, from 0. */
  readonly index: number;
  /** The tool of a call or a result, or the name of a section. */
  readonly from?: string;
  /** The result says that the tool failed. */
  readonly failed?: boolean;
  /** The id that a call and its result share. */
  readonly callId?: string;
}

/**
 * The longest text that is read of one entry, in UTF-16 units: its beginning and its end. A model hardly saw more of a
 * result than that, and it bounds the work for a line of ten megabytes.
 */
const READ_HEAD = 196_608;
const READ_TAIL = 65_536;

/** The passages of what will be removed and of the sections that are left out, in the order of the conversation. */
export function passagesOf(
  removed: readonly HistoryEntry[],
  folded: readonly { readonly section: string; readonly text: string }[],
): readonly Passage[] {
  const tools = toolNames(removed);
  const sections = folded.map(
    ({ section, text }, index): Passage => ({ speaker: "section", from: section, text: readable(text), index }),
  );
  const entries = removed.map(({ item }, index): Passage => passageOf(item, sections.length + index, tools));
  return [...sections, ...entries];
}

function passageOf(item: InputItem, index: number, tools: ReadonlyMap<string, string>): Passage {
  switch (item.kind) {
    case "message":
      return { speaker: item.role === "system" ? "developer" : item.role, text: readable(plainText(item)), index };
    case "tool_call":
      return {
        speaker: "call",
        from: item.name,
        callId: item.callId,
        text: readable(unescaped(item.arguments)),
        index,
      };
    case "tool_result":
      return {
        speaker: "tool",
        from: tools.get(item.callId) ?? "tool",
        callId: item.callId,
        failed: item.isError === true,
        // Whether it failed is said beside the text, not in it.
        text: readable(partsText(item.parts)),
        index,
      };
    case "reasoning":
      return { speaker: "assistant", text: readable(plainText(item)), index };
    case "opaque":
      return { speaker: "tool", from: item.provider, text: "", index };
  }
}

function toolNames(removed: readonly HistoryEntry[]): ReadonlyMap<string, string> {
  return new Map(removed.flatMap(({ item }) => (item.kind === "tool_call" ? [[item.callId, item.name] as const] : [])));
}

function readable(text: string): string {
  const bounded =
    text.length <= READ_HEAD + READ_TAIL ? text : `${text.slice(0, READ_HEAD)}\n${text.slice(-READ_TAIL)}`;
  return bounded.toWellFormed();
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/g;

/** What the strings in a JSON text say, without parsing it: arguments need not be JSON, and may be megabytes. */
function unescaped(json: string): string {
  const bounded = readable(json);
  if (!bounded.includes("\\")) return bounded;
  const plain = bounded.replace(ESCAPE, (_, code: string | undefined, character: string | undefined) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return character !== undefined && "nrtbf".includes(character) ? "\n" : (character ?? "");
  });
  return plain.toWellFormed();
}
