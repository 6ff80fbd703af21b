import { conversation, windowOf } from "@varve/test-builders";
import { expect, test } from "vitest";
import { encoder, inputItems, inputOf } from "./encoded.ts";

const idsOf = async (talk: ReturnType<typeof conversation>) =>
  (await inputOf(talk)).map(({ type, call_id }) => [type === "function_call" ? "call" : "result", call_id]);

test("fault 66: an id longer than the provider takes is mapped the same way on call and result", async () => {
  const long = "x".repeat(120);
  const other = `${"x".repeat(119)}y`;

  const ids = await idsOf(conversation().call("a", {}, long).call("b", {}, other).result("", other).result("", long));

  const [first, second, third, fourth] = ids.map(([, id]) => String(id));
  expect(first).toMatch(/^call_[0-9a-f]{32}$/);
  expect([third, fourth]).toEqual([second, first]);
  expect(second).not.toBe(first);
});

test("fault 66: the first call of an id keeps it, and later ones get a number", async () => {
  const talk = conversation();
  for (let turn = 0; turn < 3; turn += 1) talk.call("run", {}, "tool:0").result("ok", "tool:0").user("again");

  expect((await idsOf(talk)).filter(([, id]) => id !== undefined)).toEqual([
    ["call", "tool:0"],
    ["result", "tool:0"],
    ["call", "tool:0_2"],
    ["result", "tool:0_2"],
    ["call", "tool:0_3"],
    ["result", "tool:0_3"],
  ]);
});

test("fault 66: calls of one id side by side are answered oldest first", async () => {
  const talk = conversation().call("a", {}, "call_0").call("b", {}, "call_0");

  expect(await idsOf(talk.result("of a", "call_0").result("of b", "call_0"))).toEqual([
    ["call", "call_0"],
    ["call", "call_0_2"],
    ["result", "call_0"],
    ["result", "call_0_2"],
  ]);
});

test("fault 66: a number that is an id already is passed over", async () => {
  const talk = conversation().call("a", {}, "c").result("", "c").call("b", {}, "c_2").result("", "c_2");

  expect((await idsOf(talk.call("d", {}, "c").result("", "c"))).slice(4)).toEqual([
    ["call", "c_3"],
    ["result", "c_3"],
  ]);
});

test("fault 66: a number added to a long id does not make it too long", async () => {
  const id = "x".repeat(64);

  const ids = await idsOf(conversation().call("a", {}, id).result("", id).call("b", {}, id).result("", id));

  expect(ids.every(([, each]) => String(each).length <= 64)).toBe(true);
  expect(ids[2]?.[1]).toBe(ids[3]?.[1]);
});

test("an empty id becomes one that the provider takes", async () => {
  const [call, result] = await idsOf(conversation().call("a", {}, "").result("", ""));

  expect(call?.[1]).toMatch(/^call_/);
  expect(result?.[1]).toBe(call?.[1]);
});

test("fault 1: a result without its call is told as a message, so that nothing it says is lost", async () => {
  expect(await inputOf(conversation().result("late news", "call_9"))).toEqual([
    { type: "message", role: "user", content: [{ type: "input_text", text: "late news" }] },
  ]);
});

test("fault 66: after a compaction what has become the first of its id gets it back, with the same items", async () => {
  const encode = await encoder();
  const talk = conversation().call("a", {}, "c").result("one", "c").call("b", {}, "c").result("two", "c");
  const window = windowOf(talk);

  const before = inputItems((await encode(window)).body);
  const after = inputItems((await encode({ ...window, input: window.input.slice(2) })).body);

  expect(before.map(({ call_id }) => call_id)).toEqual(["c", "c", "c_2", "c_2"]);
  expect(after.map(({ call_id }) => call_id)).toEqual(["c", "c"]);
});
