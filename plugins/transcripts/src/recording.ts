import type { InputItem, ToolDefinition, Usage } from "@varve/kernel";

/** The formats that are read out of the box. A reader that a plugin adds brings an id of its own. */
export type BuiltInFormatId = "responses" | "chat_completions" | "anthropic" | "claude_code";

/** Names a format: one of the built-in ones, or the id of a reader that was handed to `readRecording`. */
export type FormatId = BuiltInFormatId | (string & Record<never, never>);

/** One model call that the recording holds. Its answer is `items[at .. at + produced)`, contiguous whatever stood between in the file. */
export interface RecordedCall {
  /** Items that stand before the model's answer; at least one. */
  readonly at: number;
  /** Items of the answer. */
  readonly produced: number;
  /** What the provider measured, or `null` where the recording does not say. */
  readonly usage: Usage | null;
  readonly model: string | null;
}

/** Something that is damaged and was skipped, replaced or kept as it is. Everything else was read. */
export interface Problem {
  /** The line of the file, from 1; `null` where the file is one JSON document. */
  readonly line: number | null;
  readonly reason: string;
}

/** Something that was left out on purpose, or that the neutral form has no place for. It is normal, and nothing to mend. */
export interface LeftOut {
  /** In the plural, to be read after the count: `sidechain records`. */
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

/** One recorded session in provider-neutral form. */
export interface Recording {
  readonly format: FormatId;
  /** Why the file was taken for that format. */
  readonly recognisedBy: string;
  /** The path as it was given. */
  readonly file: string;
  /**
   * The session's own id where the format has one, else derived from the content: the same conversation has the same id
   * on every machine and in every folder. At most 64 characters.
   */
  readonly taskId: string;
  /** The text of the first user message that is a real request, at most about 2,000 characters. */
  readonly goal: string | null;
  /** The system prompt, where the format records it. */
  readonly instructions: string | null;
  readonly tools: readonly ToolDefinition[];
  /** The conversation, in order. */
  readonly items: readonly InputItem[];
  /** The model calls, in order; recorded where the format tells them apart, inferred where it does not. */
  readonly calls: readonly RecordedCall[];
  readonly problems: readonly Problem[];
  readonly leftOut: readonly LeftOut[];
}
