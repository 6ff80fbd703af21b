import { extended, freeze, type InputItem, isJsonObject, type JsonObject, type WindowItem } from "@varve/kernel";
import { conversations } from "@varve/test-builders";
import fc from "fast-check";
import { expect, test } from "vitest";
import { InputEncoder } from "../src/responses/input.ts";

const MODEL = "gpt-6.1-sol";

function holds(property: (items: readonly InputItem[]) => void): void {
  fc.assert(fc.property(conversations, property), { numRuns: 1_000 });
}

function windowItem(item: InputItem): WindowItem {
  return freeze({ item, tokens: 1, stability: "turn", sections: ["history"] });
}

function encoded(items: readonly InputItem[]): readonly JsonObject[] {
  return new InputEncoder(MODEL).encode(items.map(windowItem)).items;
}

const isCall = ({ type }: JsonObject) => type === "function_call" || type === "custom_tool_call";
const isOutput = ({ type }: JsonObject) => type === "function_call_output" || type === "custom_tool_call_output";

test("fault 1, 66: every result follows its call and is the only one of it, and no id comes twice", () => {
  holds((items) => {
    const open = new Set<unknown>();
    const seen = new Set<unknown>();
    for (const wire of encoded(items)) {
      if (isCall(wire)) {
        expect(seen).not.toContain(wire.call_id);
        expect(String(wire.call_id).length).toBeLessThanOrEqual(64);
        seen.add(wire.call_id);
        open.add(wire.call_id);
      }
      if (isOutput(wire)) expect(open.delete(wire.call_id)).toBe(true);
    }
  });
});

test("fault 6: reasoning always stands before an item of the model", () => {
  holds((items) => {
    const wire = encoded(items);
    for (const [index, { type }] of wire.entries()) {
      if (type !== "reasoning") continue;
      const next = wire.slice(index + 1).find((other) => other.type !== "reasoning");
      expect(next === undefined ? "nothing" : next.role === undefined ? "assistant" : next.role).toBe("assistant");
      expect(next !== undefined && isOutput(next)).toBe(false);
    }
  });
});

test("fault 24: the request of any beginning of a conversation is a prefix of the request of the whole", () => {
  holds((items) => {
    const whole = encoded(items).map((wire) => JSON.stringify(wire));
    for (let length = 0; length <= items.length; length += 5) {
      const beginning = encoded(items.slice(0, length)).map((wire) => JSON.stringify(wire));
      expect(whole.slice(0, beginning.length)).toEqual(beginning);
    }
  });
});

test("fault 43: a conversation encoded as it grows is the same as one encoded at once", () => {
  holds((items) => {
    const encoder = new InputEncoder(MODEL);
    let window: readonly WindowItem[] = [];
    for (const item of items) {
      window = extended(window, [windowItem(item)]);
      encoder.encode(window);
    }
    expect(encoder.encode(window).items).toEqual(encoded(items));
    // An older window, and the same items in a list of their own, as after a change before the history.
    expect(encoder.encode(window.slice(0, 7)).items).toEqual(encoded(items.slice(0, 7)));
  });
});

test("fault 26, 27: no request holds half a surrogate pair or an empty part", () => {
  holds((items) => {
    const wire = encoded(items);
    expect(JSON.stringify(wire)).not.toMatch(/\\ud[89a-f]/);
    for (const { type, content } of wire) {
      if (type !== "message") continue;
      expect(content).not.toBe("");
      if (!Array.isArray(content)) continue;
      expect(content.length).toBeGreaterThan(0);
      expect(content.filter(isJsonObject).filter(({ text }) => text === "")).toEqual([]);
    }
  });
});
