/** A seeded source of whole numbers below a bound: the same seed, the same numbers, on every machine. */
export function numbers(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(((state >>> 8) / 0x1_00_00_00) * bound);
  };
}
