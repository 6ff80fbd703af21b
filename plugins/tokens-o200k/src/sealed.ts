import { decodedBytes } from "./file.ts";

/** Bytes of every sealed item that are no content: its envelope, signature and padding. */
const ENVELOPE_BYTES = 650;
const BYTES_PER_TOKEN = 4;

/**
 * Tokens of encrypted content, which nobody but its provider can read: three quarters of its base64 length are bytes,
 * 650 of them envelope, and four of the rest are a token. OpenAI's own coding agent estimates its reasoning and
 * compaction items in this way (openai/codex, `codex-rs/core/src/context_manager/history.rs`).
 */
export function sealedTokens(base64: string): number {
  return Math.max(1, Math.ceil((decodedBytes(base64) - ENVELOPE_BYTES) / BYTES_PER_TOKEN));
}
