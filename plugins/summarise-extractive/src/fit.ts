const TRIES = 8;
/** Above this share of the budget, a fuller text is not worth another try. */
const WELL_FILLED = 0.93;
/** A room this many times the budget holds everything there is, whatever share of it a section gets. */
const WIDEST = 16;

/** A text with what it was counted at. */
export interface Fitted {
  readonly text: string;
  readonly tokens: number;
}

/**
 * Makes a text of at most `budget` tokens: the estimate by which it is composed is put right by counting what came out.
 * Where much of the budget is left, it is made again with more room, and between a room that was too small and one
 * that was too large the middle is tried.
 *
 * @param make makes the text for a room, in estimated tokens
 * @param count counts it
 * @returns the fullest text within the budget, or `null` where even the smallest room gives more
 */
export async function fit(
  budget: number,
  make: (room: number) => string,
  count: (text: string) => Promise<number>,
): Promise<Fitted | null> {
  let best: Fitted | null = null;
  let room = budget;
  let fits = 0;
  let exceeds = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const text = make(room);
    const tokens = await count(text);
    if (tokens <= budget) {
      if (best === null || tokens > best.tokens) best = { text, tokens };
      if (tokens >= budget * WELL_FILLED || room >= budget * WIDEST) return best;
      fits = room;
    } else exceeds = room;
    room = nextRoom({ room, fits, exceeds, ratio: budget / Math.max(1, tokens) });
  }
  return best;
}

function nextRoom(tried: {
  readonly room: number;
  readonly fits: number;
  readonly exceeds: number;
  readonly ratio: number;
}): number {
  const { room, fits, exceeds, ratio } = tried;
  if (exceeds === Number.POSITIVE_INFINITY) return room * Math.min(2, Math.max(1.1, ratio * 0.98));
  if (fits === 0) return room * Math.min(0.95, ratio * 0.98);
  return (fits + exceeds) / 2;
}
