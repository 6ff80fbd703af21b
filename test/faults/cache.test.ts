import { type AgentState, append, createState, type EventMap, type ToolDefinition } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel, kernelOf, plugin, projectFolder } from "../end-to-end/default-kernel.ts";
import { playTask } from "../end-to-end/played-task.ts";
import { bodyOf, itemsOf, textsOf } from "../end-to-end/request-body.ts";
import { longTalk, MARKS, sampleProject, sampleTask } from "../end-to-end/sample-project.ts";

const AMPLE = budget(200_000);

function turns(count: number) {
  return Array.from({ length: count }, (_, number) => {
    const [answer, after] = conversation().exchange("run", { number }, `done ${number} `.repeat(20)).items;
    return { answer: answer === undefined ? [] : [answer], after: after === undefined ? [] : [after] };
  });
}

function stateOf(tools: readonly ToolDefinition[] = []): AgentState {
  return append(createState({ taskId: "t", tools }), conversation().user("go").items);
}

describe("the cache", () => {
  it("fault 22: a clock in the prompt is reported with section and offset, and a per-turn section is the place for one", async () => {
    let now = 1_700_000_000_000;
    const changes: EventMap["prefixChanged"][] = [];
    const watch = plugin("watch", ({ events }) =>
      events.prefixChanged.tap("watch", (event) => void changes.push(event)),
    );
    const clockAt = (section: "static" | "turn") =>
      plugin("clock", (kernel) =>
        kernel.declareSection({ id: "clock", stability: section }).in.tap("clock", () => `It is ${now}.`),
      );
    const play = async (stability: "static" | "turn") => {
      const kernel = await defaultKernel({ toml: AMPLE, plugins: [watch, clockAt(stability)] });
      const tick = turns(3).map(({ answer, after }) => ({ answer, after }));
      let state = stateOf();
      for (const turn of tick) {
        now += 60_000;
        state = (await playTask(kernel, state, [turn])).state;
      }
    };
    await play("turn");
    expect(changes).toEqual([]);
    await play("static");
    expect(changes).toMatchObject([{ section: "clock" }, { section: "clock" }]);
    expect(changes[0]?.offset).toBe("It is 1700000".length);
  });

  it("fault 23: the same tools in another order, with schema keys in another order, are the same bytes", async () => {
    const tools: readonly ToolDefinition[] = [
      {
        name: "run",
        description: "runs",
        parameters: { type: "object", properties: { a: { type: "string" }, b: {} } },
      },
      { name: "grep", parameters: { properties: { z: {}, y: {} }, type: "object" } },
      { name: "ä", parameters: {} },
    ];
    const turned: readonly ToolDefinition[] = [
      { parameters: {}, name: "ä" },
      { parameters: { type: "object", properties: { y: {}, z: {} } }, name: "grep" },
      {
        parameters: { properties: { b: {}, a: { type: "string" } }, type: "object" },
        description: "runs",
        name: "run",
      },
    ];
    const kernel = await defaultKernel({ toml: AMPLE });
    const bytes = await Promise.all(
      [tools, turned].map(async (list) => {
        const body = await bodyOf(kernel, (await kernel.prepare(stateOf(list))).window);
        return JSON.stringify([body.instructions, body.tools]);
      }),
    );
    expect(bytes[1]).toBe(bytes[0]);
  });

  it("fault 24: what was sent is a prefix of what is sent next, byte for byte, until a compaction", async () => {
    const kernel = await defaultKernel(sampleProject(budget(6_000)));
    const { calls } = await playTask(kernel, await sampleTask(kernel, longTalk(2)), turns(120));
    let previous: readonly string[] = [];
    let compactions = 0;
    for (const { body, records } of calls) {
      const items = itemsOf(body).map((item) => JSON.stringify(item));
      if (records.length === 0) expect(items.slice(0, previous.length)).toEqual(previous);
      compactions += records.length;
      previous = items;
    }
    expect(compactions).toBeGreaterThan(1);
  });

  it("fault 62: after a compaction each section stands once, and each entry once", async () => {
    const kernel = await defaultKernel(sampleProject(budget(9_000, 0.5)));
    const first = await kernel.prepare(await sampleTask(kernel));
    const { window } = await kernel.compact(first.state);
    const ids = window.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const whole = [window.instructions, ...textsOf(await bodyOf(kernel, window))].join("\n");
    for (const mark of Object.values(MARKS)) expect(whole.split(mark), mark).toHaveLength(2);
    const entries = window.input.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
    expect(new Set(entries).size).toBe(entries.length);
  });

  it("fault 63: the tool list of a task is held while a server is away, and what changed is told", async () => {
    const told: EventMap["toolsHeld"][] = [];
    const watch = plugin("watch", ({ events }) => events.toolsHeld.tap("watch", (event) => void told.push(event)));
    const kernel = await defaultKernel({ toml: AMPLE, plugins: [watch] });
    const grep = { name: "grep", parameters: { type: "object" } };
    const run = { name: "run", parameters: { type: "object" } };
    const first = await kernel.prepare(stateOf(), { tools: [run, grep] });
    const away = await kernel.prepare(first.state, { tools: [grep] });
    const back = await kernel.prepare(first.state, { tools: [grep, { ...run, description: "runs" }] });
    for (const { window } of [away, back]) expect(window.tools).toEqual(first.window.tools);
    expect(told).toMatchObject([
      { missing: ["run"], added: [], changed: [] },
      { missing: [], added: [], changed: ["run"] },
    ]);
  });

  it("fault 64: arguments go back as the model wrote them, byte for byte, whatever their keys, spacing and escapes", async () => {
    const kernel = await defaultKernel({ toml: AMPLE });
    const written = ['{"b":1, "a":2}', '{ "path" : "caf\\u00e9" }\n', '{"n":1.0,"e":1e2}', "", '{"path": "a'];
    const talk = conversation().user("go");
    for (const [index, args] of written.entries()) talk.call("edit", args, `c${index}`).result("ok", `c${index}`);
    const body = await bodyOf(kernel, (await kernel.prepare(append(stateOf(), talk.items))).window);
    const calls = itemsOf(body).filter(({ type }) => type === "function_call");
    expect(calls.map((call) => call.arguments)).toEqual(written);
  });

  it("fault 65: a state that was saved and loaded assembles to the same bytes, also in another kernel, also after compactions", async () => {
    const folder = projectFolder(sampleProject(budget(6_000)));
    const kernel = await kernelOf(folder);
    const { state } = await playTask(kernel, await sampleTask(kernel, longTalk(3)), turns(80));
    expect(state.compaction.count).toBeGreaterThan(1);
    const saved = await kernel.save(state);
    const other = await kernelOf(folder);
    const loaded = await other.load(state.taskId);
    expect(loaded).toEqual(saved);
    const bytes = async (of: AgentState, by: typeof kernel) => JSON.stringify(await bodyOf(by, await by.assemble(of)));
    expect(await bytes(loaded ?? stateOf(), other)).toBe(await bytes(saved, kernel));
  });

  it("fault 69: a task id longer than 64 characters keys the cache by a stable digest, the same on every call", async () => {
    const kernel = await defaultKernel({ toml: AMPLE });
    const long = append(createState({ taskId: `tenant/${"x".repeat(93)}` }), conversation().user("go").items);
    const { calls } = await playTask(kernel, long, turns(4));
    const keys = new Set(calls.map(({ body }) => body.prompt_cache_key));
    expect(keys.size).toBe(1);
    for (const key of keys) expect(String(key)).toMatch(/^.{1,64}$/);
  });
});
