import { extended, freeze, message, type WindowItem } from "@varve/kernel";
import { expect, test } from "vitest";
import { InputEncoder } from "../src/responses/input.ts";

/** A window item that says how often it was looked at. */
function watched(index: number, looks: { count: number }): WindowItem {
  const item = message("user", `message ${index}`);
  const base = { tokens: 1, stability: "turn", sections: ["history"] } as const;
  return Object.freeze({
    ...base,
    get item() {
      looks.count += 1;
      return item;
    },
  });
}

test("fault 43: encoding a window that grew by three looks at three items", () => {
  const looks = { count: 0 };
  const encoder = new InputEncoder("gpt-5");
  const window = freeze(Array.from({ length: 1_000 }, (_, index) => watched(index, looks)));
  encoder.encode(window);
  looks.count = 0;

  const { items } = encoder.encode(
    extended(
      window,
      [1, 2, 3].map((index) => watched(index, looks)),
    ),
  );

  expect(items).toHaveLength(1_003);
  expect(looks.count).toBe(3);
});
