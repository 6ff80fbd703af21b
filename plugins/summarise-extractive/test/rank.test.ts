import { describe, expect, it } from "vitest";
import { rankSentences } from "../src/rank.ts";

function candidate(text: string, order: number, more: { facts?: number; position?: number } = {}) {
  return { text, order, facts: 0, position: 0, ...more };
}

describe("the order of sentences", () => {
  it("puts what the conversation is about before phrases that could stand anywhere", () => {
    const fillers = ["Let me have a look at it.", "I will have a look now.", "Let me look again."];
    const topic = "The migration fails because the replica holds the advisory lock.";
    const ranked = rankSentences([
      ...fillers.map((text, order) => candidate(text, order)),
      candidate(topic, 3),
      candidate("The advisory lock of the replica is released after the migration.", 4),
    ]);
    expect(ranked[0]?.text).toContain("advisory lock");
    expect(ranked.findIndex(({ text }) => fillers.includes(text))).not.toBe(0);
  });

  it("leaves out a sentence that repeats a better one", () => {
    const ranked = rankSentences([
      candidate("The advisory lock is held by the replica.", 0, { facts: 1 }),
      candidate("The advisory lock is held by the replica!", 1),
      candidate("Retries use exponential backoff.", 2),
    ]);
    expect(ranked.map(({ order }) => order).toSorted()).toEqual([0, 2]);
  });

  it("prefers a sentence that names what is likely to be needed again", () => {
    const ranked = rankSentences([
      candidate("Alpha beta gamma delta.", 0),
      candidate("Epsilon zeta eta theta.", 1, { facts: 1 }),
    ]);
    expect(ranked[0]?.order).toBe(1);
  });

  it("gives the same order for the same sentences, however they are handed over", () => {
    const sentences = ["One lock is held.", "Two locks wait.", "The pool is empty.", "池是空的。"].map((text, order) =>
      candidate(text, order),
    );
    const texts = (list: readonly { text: string }[]) => list.map(({ text }) => text);
    expect(texts(rankSentences(sentences))).toEqual(texts(rankSentences(sentences.toReversed())));
  });
});
