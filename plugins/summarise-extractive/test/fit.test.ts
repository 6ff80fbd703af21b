import { describe, expect, it } from "vitest";
import { fit } from "../src/fit.ts";

const length = (text: string) => Promise.resolve(text.length);

describe("fitting a text into a budget", () => {
  it.each([
    ["too low", 1.7],
    ["too high", 0.4],
    ["right", 1],
  ])("fills it where the estimate is %s", async (_how, factor) => {
    const made = await fit(1_000, (room) => "x".repeat(Math.round(room * factor)), length);
    expect(made?.tokens).toBeGreaterThan(850);
    expect(made?.tokens).toBeLessThanOrEqual(1_000);
  });

  it("takes all there is where that is less", async () => {
    expect(await fit(1_000, (room) => "x".repeat(Math.min(120, room / 10)), length)).toMatchObject({ tokens: 120 });
  });

  it("finds nothing where even the smallest text is too long", async () => {
    expect(await fit(10, () => "x".repeat(50), length)).toBeNull();
  });
});
