import { anthropicReader } from "./anthropic.ts";
import { chatCompletionsReader } from "./chat-completions.ts";
import { claudeCodeReader } from "./claude-code.ts";
import type { FormatReader } from "./format-reader.ts";
import { responsesReader } from "./responses.ts";

/**
 * The readers of the built-in formats. Where two are equally sure of a file the earlier one has it: what is wrapped in
 * records of its own stands before what is bare, and the format whose evidence no other can show before the one that shares.
 */
export const READERS: readonly FormatReader[] = [
  claudeCodeReader,
  responsesReader,
  chatCompletionsReader,
  anthropicReader,
];
