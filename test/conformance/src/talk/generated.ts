import fc from "fast-check";
import { BLOCK_KINDS, type Block, type BlockKind } from "./blocks.ts";
import { WORDS } from "./words.ts";

/** The most times that a generated text is said over. Fault inputs say more, and are shrunk to less. */
const MOST_TIMES = 60;

// Every arbitrary here can shrink a value that it did not make itself, so that fault inputs are shrunk like generated ones.
const kind = fc.nat({ max: BLOCK_KINDS.length - 1 }).map(
  (index): BlockKind => BLOCK_KINDS[index] ?? "user",
  (value) => BLOCK_KINDS.map(String).indexOf(String(value)),
);

const times = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: MOST_TIMES }), weight: 1 },
  { arbitrary: fc.integer({ min: 1, max: 2 ** 30 }), weight: 0 },
);

const block: fc.Arbitrary<Block> = fc.record({ kind, words: fc.constantFrom<string[]>(...WORDS), times });

/** Conversations as lists of blocks. A failing one loses blocks, then what remains becomes simpler and shorter. */
export const generatedBlocks: fc.Arbitrary<readonly Block[]> = fc.array(block, { maxLength: 64, size: "small" });
