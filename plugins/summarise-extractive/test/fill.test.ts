import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fill } from "../src/fill.ts";

const items = fc.array(fc.record({ cost: fc.integer({ min: 1, max: 20 }) }), { maxLength: 30 });
const total = (list: readonly { readonly cost: number }[]) => list.reduce((sum, { cost }) => sum + cost, 0);

describe("sharing a room", () => {
  it("never takes more than fits, and keeps the given order", () => {
    fc.assert(
      fc.property(items, items, fc.integer({ min: 0, max: 200 }), (fresh, carried, room) => {
        const chosen = fill(fresh, carried, room);
        expect(total(chosen.fresh) + total(chosen.carried)).toBeLessThanOrEqual(room);
        expect(chosen.left).toBe(room - total(chosen.fresh) - total(chosen.carried));
        const places = chosen.fresh.map((each) => fresh.indexOf(each));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  it("fault 17: what is carried forward is sure of half the room, however much is new", () => {
    const fresh = Array.from({ length: 100 }, () => ({ cost: 1 }));
    const carried = Array.from({ length: 100 }, () => ({ cost: 1 }));
    expect(fill(fresh, carried, 40)).toMatchObject({ fresh: { length: 20 }, carried: { length: 20 }, left: 0 });
  });

  it("gives either side what the other leaves", () => {
    const ten = Array.from({ length: 10 }, () => ({ cost: 1 }));
    expect(fill(ten, [], 8)).toMatchObject({ fresh: { length: 8 }, left: 0 });
    expect(fill([], ten, 8)).toMatchObject({ carried: { length: 8 }, left: 0 });
  });
});
