import type { InputItem } from "@varve/kernel";

/**
 * A deterministic conversation of the shape that agents have: a third messages of 400 characters, a third calls, a third
 * results of 2,000; about 900 characters an entry.
 */
export function benchItems(count: number, from = 0): readonly InputItem[] {
  return Array.from({ length: count }, (_, offset) => benchItem(from + offset));
}

function benchItem(index: number): InputItem {
  const round = Math.floor(index / 3);
  switch (index % 3) {
    case 0:
      return { kind: "message", role: "user", parts: [{ kind: "text", text: words(index, 400) }] };
    case 1:
      return {
        kind: "tool_call",
        callId: `call_${round}`,
        name: "read_file",
        arguments: JSON.stringify({ path: `src/module-${round}/index.ts`, note: words(index, 250) }),
      };
    default:
      return { kind: "tool_result", callId: `call_${round}`, parts: [{ kind: "text", text: words(index, 2_000) }] };
  }
}

const WORDS =
  'the cache of a window "holds" what stood there before, and nothing else changes when an entry is added; return value'.split(
    " ",
  );

/** Lines of words and numbers in an order that depends on the seed, so that no two texts are the same. */
function words(seed: number, length: number): string {
  let text = `${seed}`;
  let state = seed * 2_654_435_761 + 1;
  for (let word = 1; text.length < length; word += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += word % 9 === 0 ? `\n\t${state % 1_000}:` : ` ${WORDS[state % WORDS.length]}`;
  }
  return text.slice(0, length);
}
