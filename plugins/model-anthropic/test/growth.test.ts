import { extended, freeze, type InputItem, message, type WindowItem } from "@varve/kernel";
import { conversation, windowOf } from "@varve/test-builders";
import { expect, test } from "vitest";
import { MessagesEncoder } from "../src/messages/encoder.ts";
import { MODEL } from "./encoded.ts";

/** A window item that says how often it was looked at. */
function watched(item: InputItem, looks: { count: number }): WindowItem {
  const [base] = windowOf(conversation().item(item)).input;
  if (base === undefined) throw new Error("a conversation of one item is a window of one");
  return Object.freeze({
    ...base,
    get item() {
      looks.count += 1;
      return item;
    },
  });
}

test("fault 43: encoding a window that grew by three looks at few items, however many there are", () => {
  const looks = { count: 0 };
  const encoder = new MessagesEncoder(MODEL);
  const said = (index: number) => message(index % 2 === 0 ? "user" : "assistant", `message ${index}`);
  const window = freeze(Array.from({ length: 1_000 }, (_, index) => watched(said(index), looks)));
  encoder.encode(window);
  looks.count = 0;

  const added = [1_000, 1_001, 1_002].map((index) => watched(said(index), looks));
  const { messages } = encoder.encode(extended(window, added));

  expect(messages).toHaveLength(1_003);
  // Three are written, and the newest are looked at for where the request before ended.
  expect(looks.count).toBeLessThan(10);
});

test("an item is written once, also in a window that is laid out anew, and is the same object in every request", () => {
  const encoder = new MessagesEncoder(MODEL);
  const talk = conversation().user("go").call("a", {}, "1").result("x", "1").assistant("done").user("more");
  const { input } = windowOf(talk);
  const blocks = (items: readonly WindowItem[]) => encoder.encode(items).messages.flatMap(({ content }) => content);
  const before = blocks(freeze([...input]));
  const after = blocks(freeze([...input, ...windowOf(conversation().assistant("yes").user("on")).input]));
  expect(before.length).toBeGreaterThan(4);
  for (const [index, block] of before.entries()) expect(after[index]).toBe(block);
});
