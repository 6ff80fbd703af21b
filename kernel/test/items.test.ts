import { append, createState, ItemError, parseState, StateFormatError, serialiseState } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";

const empty = createState({ taskId: "t" });

/** Appends what its types would not let through. */
function appended(item: unknown): unknown {
  return Reflect.apply(append, undefined, [empty, [item]]);
}

const nested = (levels: number): unknown => Array.from({ length: levels }).reduce((inner: unknown) => [inner], 1);
const said = (part: unknown) => ({ kind: "message", role: "user", parts: [part] });

describe("an item", () => {
  const odd: Readonly<Record<string, unknown>> = {
    "data with NaN": said({ kind: "data", data: { a: Number.NaN } }),
    "data with a date": said({ kind: "data", data: new Date(0) }),
    "data nested without end": said({ kind: "data", data: nested(50_000) }),
    "an opaque item with a function": { kind: "opaque", provider: "p", data: { f: () => 1 } },
    "an opaque item with a map": { kind: "opaque", provider: "p", data: { f: new Map() } },
    "an extra field with a date": {
      ...said({ kind: "text", text: "a" }),
      extra: { provider: "p", fields: { a: new Date(0) } },
    },
    "extra fields that are text": { ...said({ kind: "text", text: "a" }), extra: "p" },
    "an error flag that is text": { kind: "tool_result", callId: "c", parts: [], isError: "yes" },
    "sealed content that is a number": { kind: "reasoning", summary: [], provider: "p", encrypted: 5 },
    "a detail that is none": said({ kind: "image", source: { kind: "url", url: "u" }, detail: "huge" }),
    "a file name that is a number": said({ kind: "file", source: { kind: "url", url: "u" }, name: 7 }),
  };
  for (const [what, item] of Object.entries(odd)) {
    it(`is refused with ${what}: a state with it would not survive being written down`, () => {
      expect(() => appended(item)).toThrow(ItemError);
    });
  }

  it("does not share anything that the caller still holds", () => {
    const loadedSkills = ["git"];
    const state = createState({ taskId: "t", loadedSkills });
    loadedSkills.push("docker");
    expect(state.loadedSkills).toEqual(["git"]);
  });
});

describe("a new task", () => {
  it("is refused with data or tools that are no plain JSON, such as a schema library's own objects", () => {
    const made = (task: object) => () => Reflect.apply(createState, undefined, [{ taskId: "t", ...task }]);
    expect(made({ data: { when: new Date(0) } })).toThrow(ItemError);
    expect(made({ tools: [{ name: "a", parameters: { parse: () => 1 } }] })).toThrow(ItemError);
    expect(made({ tools: [{ name: "a", parameters: { max: Number.NaN } }] })).toThrow(ItemError);
  });
});

describe("fault 36: a stored state that is damaged", () => {
  const good = append(empty, conversation().user("a").exchange("b", {}, "c").items);
  const damaged = (more: object) => () => parseState(JSON.stringify({ ...good, ...more }));

  it("fault 36: is refused where the next entry would get an id that is there already", () => {
    expect(parseState(serialiseState(good))).toEqual(good);
    expect(damaged({ nextEntry: 2 })).toThrow(StateFormatError);
    expect(damaged({ nextEntry: 2 })).toThrow(/\/nextEntry.*e2/);
  });

  it("fault 36: is refused where its data is nested without end", () => {
    expect(damaged({ data: { deep: nested(5_000) } })).toThrow(/\/data/);
  });

  it("fault 36: is refused where an entry is marked as nothing that entries are marked as", () => {
    expect(damaged({ history: [{ ...good.history[0], made: "up" }] })).toThrow(/\/history\/0\/made/);
    expect(damaged({ history: [{ ...good.history[0], past: false }] })).toThrow(/\/history\/0\/past/);
  });
});
