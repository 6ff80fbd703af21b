/** Something that may be taken, with what it costs in tokens. */
export interface Priced {
  readonly cost: number;
}

/**
 * Takes what fits into a room of tokens, in order. What is carried from the previous summary is sure of up to half of
 * the room, so that what an earlier compaction kept is not pushed out by what is new; either side gets what the other
 * leaves.
 *
 * @returns what was taken of each, in the given order, and the room that is left
 */
export function fill<Fresh extends Priced, Carried extends Priced>(
  fresh: readonly Fresh[],
  carried: readonly Carried[],
  room: number,
): { readonly fresh: readonly Fresh[]; readonly carried: readonly Carried[]; readonly left: number } {
  const wanted = carried.reduce((sum, { cost }) => sum + cost, 0);
  const first = take(fresh, room - Math.min(wanted, room / 2));
  const kept = take(carried, room - first.spent);
  const second = take(first.rest, room - first.spent - kept.spent);
  const taken = new Set([...first.taken, ...second.taken]);
  return {
    fresh: fresh.filter((each) => taken.has(each)),
    carried: kept.taken,
    left: room - first.spent - kept.spent - second.spent,
  };
}

function take<Item extends Priced>(items: readonly Item[], room: number) {
  const taken: Item[] = [];
  const rest: Item[] = [];
  let spent = 0;
  for (const item of items) {
    if (spent + item.cost <= room) {
      taken.push(item);
      spent += item.cost;
    } else rest.push(item);
  }
  return { taken, rest, spent };
}
