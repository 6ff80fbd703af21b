import { extended, Fold } from "@varve/kernel";
import { describe, expect, it } from "vitest";

function summing(): { readonly fold: Fold<number, { sum: number }>; readonly steps: () => number } {
  let steps = 0;
  const fold = new Fold<number, { sum: number }>(
    () => ({ sum: 0 }),
    (result, element) => {
      steps += 1;
      result.sum += element;
    },
  );
  return { fold, steps: () => steps };
}

describe("a fold over lists that grow", () => {
  it("steps over each element once, along one line of lists", () => {
    const { fold, steps } = summing();
    let list: readonly number[] = [1, 2, 3];
    expect(fold.over(list).sum).toBe(6);
    for (let number = 0; number < 100; number += 1) list = extended(list, [1]);
    expect(fold.over(list).sum).toBe(106);
    expect(steps()).toBe(103);
    expect(fold.ahead(extended(list, [7]))).toEqual([7]);
  });

  it("gives an older list its own result, and keeps the newer one", () => {
    const { fold, steps } = summing();
    const short = extended([1], [2]);
    const long = extended(short, [3]);
    expect(fold.over(long).sum).toBe(6);
    expect(fold.over(short).sum).toBe(3);
    expect(steps()).toBe(5);
    expect(fold.over(long).sum).toBe(6);
    expect(steps()).toBe(5);
  });

  it("does not mix branches of one list", () => {
    const { fold } = summing();
    const trunk = [1];
    const [left, right] = [extended(trunk, [10]), extended(trunk, [20, 5])];
    expect([left, right, trunk, right].map((list) => fold.over(list).sum)).toEqual([11, 26, 1, 26]);
  });

  it("leaves the given list as it is", () => {
    const list = Object.freeze([1]);
    expect(extended(list, [2])).toEqual([1, 2]);
    expect(list).toEqual([1]);
    expect(extended(list, [])).toBe(list);
  });
});
