/** The share of what is removed that a summary may have, and its bounds, tokens. */
const SHARE = 1 / 4;
const LEAST = 150;
const MOST = 2_000;

/** The share of the answer's room that the text may have; the rest is for reasoning. */
const SHARE_OF_ROOM = 0.6;

/** English words a token; other languages come to fewer words, and stay below the goal. */
const WORDS_A_TOKEN = 0.7;

/**
 * About how many words a summary may have: enough to be useful, little beside what it replaces, and well within the room of
 * the answer.
 */
export function lengthGoal(removedTokens: number, outputTokens: number | null): number {
  const wanted = Math.min(MOST, Math.max(LEAST, removedTokens * SHARE));
  const tokens = outputTokens === null ? wanted : Math.min(wanted, outputTokens * SHARE_OF_ROOM);
  return Math.max(20, Math.round((tokens * WORDS_A_TOKEN) / 10) * 10);
}
