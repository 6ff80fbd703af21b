import keepPinned from "@varve/keep-pinned";
import {
  type AgentState,
  append,
  createState,
  type Installation,
  install,
  type Kernel,
  plainText,
} from "@varve/kernel";
import recallPlugin, { recall, recallTool } from "@varve/recall";
import clearToolResults from "@varve/summarise-clear-tool-results";
import slidingWindow from "@varve/summarise-sliding-window";
import { conversation } from "@varve/test-builders";
import triggerAdaptive from "@varve/trigger-adaptive";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel } from "../end-to-end/default-kernel.ts";
import { bodyOf, requestFaults } from "../end-to-end/request-body.ts";

const CLEAR = install(clearToolResults, { keep_newest: 2 });
const FACT = "the port is 5433 in config/db.toml";

function kernelWith(...plugins: readonly Installation[]): Promise<Kernel> {
  return defaultKernel({ toml: budget(6_000), plugins });
}

/** A task that reads one file after another, and is compacted on the way. */
async function read(kernel: Kernel, from: AgentState, files: number, words = 200) {
  let state = from;
  const by: (readonly string[])[] = [];
  for (let file = 0; file < files; file += 1) {
    const start = state.nextEntry;
    const text = `${start === 2 ? FACT : `const value${start} = ${start * 7};`} ${"and more of the file. ".repeat(words / 5)}`;
    state = append(state, conversation().exchange("read_file", { path: `src/file-${start}.ts` }, text).items);
    const prepared = await kernel.prepare(state);
    expect(requestFaults(await bodyOf(kernel, prepared.window))).toEqual([]);
    state = prepared.state;
    for (const { decisions } of prepared.records) by.push(decisions.map(({ plugin }) => plugin));
  }
  return { state, by };
}

const start = () =>
  append(createState({ taskId: "t", tools: [recallTool] }), conversation().user("Read all of it.").items);

async function recalled(kernel: Kernel, state: AgentState, query: string): Promise<string> {
  const call = { kind: "tool_call", callId: "r", name: "recall", arguments: JSON.stringify({ query }) } as const;
  return plainText((await recall(kernel, state, call)).result);
}

describe("strategies in a chain", () => {
  it("escalate: results are masked first, and summarised where masking is not enough", async () => {
    const kernel = await kernelWith(CLEAR);
    const { by } = await read(kernel, start(), 160);
    const who = by.map((plugins) => plugins.find((plugin) => plugin.startsWith("@varve/summarise-")));
    expect(who[0]).toBe("@varve/summarise-clear-tool-results");
    expect(new Set(who)).toEqual(new Set(["@varve/summarise-clear-tool-results", "@varve/summarise-extractive"]));
  });

  it("leave enough room that the next turn does not compact again", async () => {
    const kernel = await kernelWith(CLEAR);
    let state = start();
    let turns = 0;
    const gaps: number[] = [];
    for (let file = 0; file < 80; file += 1) {
      const run = await read(kernel, state, 1);
      ({ state } = run);
      turns += 1;
      if (run.by.length > 0) {
        gaps.push(turns);
        turns = 0;
      }
    }
    expect(gaps.length).toBeGreaterThan(2);
    expect(Math.min(...gaps)).toBeGreaterThan(1);
  });

  it.each([
    ["masking, then a summary", [CLEAR, install(recallPlugin, undefined)]],
    ["a sliding window", [install(slidingWindow, undefined), install(recallPlugin, undefined)]],
    ["the default alone", [install(recallPlugin, undefined)]],
  ] as const)("with %s, what was removed can be recalled after a second and a third compaction", async (_, plugins) => {
    const kernel = await kernelWith(...plugins);
    let state = start();
    for (let compactions = 1; compactions <= 3; compactions += 1) {
      while (state.compaction.count < compactions) ({ state } = await read(kernel, state, 1, 600));
      expect(await recalled(kernel, state, "port 5433")).toContain(FACT);
    }
  });

  it("pins survive every compaction, whoever summarises, and whoever answers keep", async () => {
    for (const strategy of [[CLEAR], [install(slidingWindow, undefined)], []]) {
      const kernel = await kernelWith(install(keepPinned, { matching: ["5433"] }), ...strategy);
      let state = start();
      while (state.compaction.count < 3) ({ state } = await read(kernel, state, 1, 600));
      expect(state.history.some(({ item, made }) => made === undefined && plainText(item).includes(FACT))).toBe(true);
    }
  });

  it("a sliding window leaves one note, however often it slid", async () => {
    const kernel = await kernelWith(install(slidingWindow, undefined));
    let state = start();
    while (state.compaction.count < 3) ({ state } = await read(kernel, state, 1, 600));
    const notes = state.history.filter(({ item }) => plainText(item).startsWith("[Dropped to make room"));
    expect(notes).toHaveLength(1);
    expect(plainText(notes[0]?.item ?? fail())).toContain("in record t/c3");
  });

  it("an adaptive trigger decides with its reason in the record, and never lets a window pass the budget", async () => {
    const kernel = await kernelWith(install(triggerAdaptive, {}), CLEAR);
    let state = start();
    for (let file = 0; file < 60; file += 1) {
      state = append(state, conversation().exchange("read_file", { file }, "words of a file ".repeat(60)).items);
      const { state: next, window, decisions } = await kernel.prepare(state);
      expect(window.estimate.tokens).toBeLessThanOrEqual(6_000);
      expect(decisions[0]).toMatchObject({
        plugin: "@varve/trigger-adaptive",
        reason: expect.stringContaining("of 6,000 tokens"),
      });
      state = next;
    }
    expect(state.compaction.count).toBeGreaterThan(0);
  });
});

function fail(): never {
  throw new Error("there is no note");
}
