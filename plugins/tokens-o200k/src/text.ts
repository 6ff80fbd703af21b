import { clearMergeCache, countTokens, setMergeCacheSize } from "gpt-tokenizer/encoding/o200k_base";
import { cutPoints } from "./long-runs.ts";

/**
 * The library remembers merged pieces, and each remembered piece can keep the whole text that it was cut from alive.
 * So it may remember few pieces, and forgets them all after a long text: what stays is bounded whatever was counted.
 */
const REMEMBERED_PIECES = 4_096;
const LONG_TEXT = 16_384;
setMergeCacheSize(REMEMBERED_PIECES);

/** `<|endoftext|>` and its like are ordinary text in a conversation: nothing is special, and nothing is refused. */
const EVERYTHING_IS_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Tokens of a text in the o200k encoding.
 *
 * The count is exact, except where a run of one character class (letters, punctuation, white space) is longer than
 * {@link LONGEST_RUN}: such a run is cut (see {@link cutPoints}), which keeps the time linear and adds at most about
 * 0.1 % to the count of that run. Lone surrogates count as the replacement character that they become on the wire.
 */
export function countText(text: string): number {
  let tokens = 0;
  let from = 0;
  for (const cut of cutPoints(text)) {
    tokens += countTokens(text.slice(from, cut), EVERYTHING_IS_TEXT);
    from = cut;
  }
  tokens += countTokens(from === 0 ? text : text.slice(from), EVERYTHING_IS_TEXT);
  if (text.length > LONG_TEXT) clearMergeCache();
  return tokens;
}
