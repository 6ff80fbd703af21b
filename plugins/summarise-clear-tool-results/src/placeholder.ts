import { head, type ToolCall, type ToolResult, text } from "@varve/kernel";

/** What is masked, and where it can be found. */
export interface Masked {
  readonly tool: string;
  readonly characters: number;
  readonly tokens: number;
  /** The entry that is removed, and the record that holds it. */
  readonly entry: string;
  readonly record: string;
  readonly hint: string | undefined;
}

/** A result in whose place its placeholder stands. It answers the same call, and says whether the tool had failed. */
export function maskedResult({ callId, isError, extra }: ToolResult, masked: Masked): ToolResult {
  return {
    kind: "tool_result",
    callId,
    parts: [text(placeholder("result", masked))],
    ...(isError === undefined ? {} : { isError }),
    ...(extra === undefined ? {} : { extra: withoutContent(extra) }),
  };
}

/** A call whose arguments are gone. They stay JSON, since some providers take nothing else. */
export function maskedCall(call: ToolCall, masked: Masked): ToolCall {
  return {
    ...call,
    arguments: JSON.stringify({ removed: placeholder("arguments", masked), began: head(call.arguments, 80) }),
  };
}

/**
 * It says that the text was read, or the model would make the same call again only to see it, and how to get it back without
 * that.
 */
function placeholder(what: "result" | "arguments", { tool, characters, tokens, entry, record, hint }: Masked): string {
  const back = hint ?? `Where there is a tool "recall", {"entry": "${entry}"} brings it back.`;
  return `[The ${what} of ${tool} stood here and was read: ${characters} characters, ${tokens} tokens. It was removed to make room, and is kept as entry ${entry} in record ${record}. Do not call ${tool} again only to see it. ${back}]`;
}

/** What a provider put beside the content belongs to parts that are no longer there. */
function withoutContent(extra: NonNullable<ToolResult["extra"]>): NonNullable<ToolResult["extra"]> {
  const kept = Object.entries(extra.fields).filter(([key]) => key !== "output" && key !== "content");
  return { provider: extra.provider, fields: Object.fromEntries(kept) };
}
