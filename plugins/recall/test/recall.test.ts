import {
  type AgentState,
  append,
  type CompactionRecord,
  createKernel,
  createState,
  definePlugin,
  install,
  type Kernel,
  plainText,
  type ToolCall,
} from "@varve/kernel";
import { type Conversation, conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import recallPlugin, { recall, recallTool } from "../src/index.ts";

/** A kernel around a history that is counted, cut and summarised as simply as can be, over a store that keeps everything. */
async function kernelOf(): Promise<Kernel> {
  const stored = new Map<string, { state: AgentState; records: CompactionRecord[] }>();
  const bare = definePlugin({
    name: "bare",
    api: 1,
    apply({ hooks, declareSection }) {
      declareSection({ id: "history", stability: "turn", entries: ["message", "tool_call", "tool_result"] }).in.tap(
        "bare",
        ({ entry }) => (entry === null ? [] : [entry.item]),
      );
      declareSection({ id: "state_summary", stability: "turn" }).in.tap(
        "bare",
        ({ state }) => state.summary?.text ?? "",
      );
      hooks.tokens.count.in.tap(
        "bare",
        ({ content }) => (typeof content === "string" ? content : plainText(content)).length,
      );
      hooks.compaction.keep.in.tap("bare", ({ sections }) => ({ sections: sections.map(({ id }) => id) }));
      hooks.compaction.summarise.in.tap("bare", () => ({ summary: "Earlier things." }));
      hooks.state.write.in.tap("bare", ({ value }) => ({ accepted: value }));
      hooks.persistence.write.in.tap("bare", ({ write, taskId, baseVersion }) => {
        const before = stored.get(taskId)?.records ?? [];
        const records = write.kind === "compaction" ? [...before, write.record] : before;
        stored.set(taskId, { state: write.state, records });
        return { version: baseVersion + 1 };
      });
      hooks.persistence.read.in.tap("bare", ({ taskId, read }) =>
        read.kind === "records"
          ? { kind: "records", records: stored.get(taskId)?.records ?? [], damaged: [] }
          : { kind: "state", state: stored.get(taskId)?.state ?? null },
      );
    },
  });
  return createKernel({ plugins: [install(bare, undefined), install(recallPlugin, undefined)] });
}

const LONG = `${"filler words stand here. ".repeat(400)}the port is 5433 in config/db.toml ${"more filler. ".repeat(400)}`;

function talk(): Conversation {
  return conversation()
    .user("Find out where the database listens.")
    .exchange("read_file", { path: "config/db.toml" }, LONG)
    .exchange("grep", { pattern: "colour" }, "src/theme.css:12: --accent: #1f6feb;")
    .assistant("データベースは日本語の文書にあります。")
    .exchange("grep", { pattern: "x" }, "nothing of interest here, only some words to make it long enough to go")
    .user("Go on.")
    .exchange("ls", {}, "a.ts")
    .exchange("ls", {}, "b.ts");
}

async function compacted(times = 1) {
  const kernel = await kernelOf();
  let state = append(createState({ taskId: "t", tools: [recallTool] }), talk().items);
  for (let time = 0; time < times; time += 1) {
    ({ state } = await kernel.compact(state));
    state = append(
      state,
      conversation().exchange("ls", { time }, `file-${time}.ts and some more words`).user("on").items,
    );
  }
  return { kernel, state };
}

async function asked(setup: Awaited<ReturnType<typeof compacted>>, args: object | string, more = {}) {
  const words = typeof args === "string" ? args : JSON.stringify(args);
  const call: ToolCall = { kind: "tool_call", callId: "c1", name: "recall", arguments: words };
  const { state, result } = await recall(setup.kernel, setup.state, call, more);
  return { state, result, words: plainText(result) };
}

describe("recall", () => {
  it("finds what was removed by its words, with the place where they stand", async () => {
    const { words, result } = await asked(await compacted(), { query: "which port does config/db.toml name" });
    expect(result).toMatchObject({ kind: "tool_result", callId: "c1" });
    expect(words).toContain("5433");
    expect(words).toMatch(/^\[e3, result of read_file, \d+ characters\]/);
  });

  it("finds words of languages that have no spaces", async () => {
    expect((await asked(await compacted(), { query: "日本語" })).words).toContain("文書");
  });

  it("finds what a second and a third compaction removed, and what the first did", async () => {
    const setup = await compacted(3);
    expect((await asked(setup, { query: "accent #1f6feb" })).words).toContain("--accent");
    expect((await asked(setup, { query: "5433" })).words).toContain("5433");
  });

  it("reads one entry whole, in parts that say where to go on, and loses nothing", async () => {
    const setup = await compacted();
    let [offset, whole] = [0, ""];
    for (;;) {
      const { words } = await asked(setup, { entry: "e3", offset }, { maxCharacters: 3_000 });
      const [, body = ""] = /^\[[^\]]*\]\n([\s\S]*?)(?:\n\[Go on with.*)?$/.exec(words) ?? [];
      whole += body;
      const next = /"offset": (\d+)/.exec(words)?.[1];
      if (next === undefined) break;
      offset = Number(next);
    }
    expect(whole).toBe(LONG);
  });

  it("lists what one compaction removed, as far as there is room, and says what is left out", async () => {
    const setup = await compacted();
    const { words } = await asked(setup, { record: "t/c1" }, { maxCharacters: 500 });
    expect(words).toContain("[e2, call of read_file]");
    expect(words).toMatch(/\d+ more are not shown/);
    expect(words.length).toBeLessThan(1_000);
  });

  it("does not bring back what is still there, or there again", async () => {
    const setup = await compacted();
    expect((await asked(setup, { query: "b.ts" })).words).toMatch(/^None of the \d+ removed entries matches/);
    const { records } = await setup.kernel.records("t");
    const undone = setup.kernel.restore(setup.state, records[0] ?? fail());
    expect((await asked({ ...setup, state: undone }, { query: "5433" })).words).toContain("Nothing was removed");
  });

  it("holds what was found in a section of its own, as untrusted, until it is released", async () => {
    const setup = await compacted();
    const { state, words } = await asked(setup, { query: "accent", hold: true });
    expect(words).toContain("Held in sight: e5.");
    const sectionOf = async (at: AgentState) =>
      (await setup.kernel.assemble(at)).sections.find(({ id }) => id === "recalled")?.text ?? null;
    expect(await sectionOf(state)).toMatch(/^<untrusted source="recall"[\s\S]*--accent: #1f6feb/);
    expect(await sectionOf((await setup.kernel.compact(state)).state)).toContain("--accent");
    const released = await asked({ ...setup, state }, { release: ["e5"] });
    expect(released.words).toContain("Nothing is held now.");
    expect(await sectionOf(released.state)).toBeNull();
  });

  it("holds no more than there is room for, and says what it does not", async () => {
    const { words, state } = await asked(await compacted(), { entry: "e3", hold: true }, { maxHeldCharacters: 1_000 });
    expect(words).toContain("Not held, there is no room: e3.");
    expect(state.data.recalled?.entries).toEqual([]);
  });

  it.each([
    ["{oops", "the arguments are no JSON"],
    ["[]", "the arguments are no object"],
    ["{}", "give query, entry, record or release"],
    ['{"query": ""}', "query is no text"],
    ['{"query": "a", "offset": -1}', "offset is no whole number"],
    ['{"query": "a", "hold": "yes"}', "hold is neither"],
    ['{"release": "e1"}', "release is no list"],
    ['{"qery": "a"}', "there is no qery"],
  ])("tells the model what is wrong with %s, and throws nothing", async (args, problem) => {
    const { result, words } = await asked(await compacted(), args);
    expect(result.isError).toBe(true);
    expect(words).toContain(problem);
  });

  it("tells the model where the store cannot be read, and stops where the caller gives up", async () => {
    const setup = await compacted();
    const broken = {
      ...setup,
      kernel: Object.create(setup.kernel, { records: { value: () => Promise.reject(new Error("disk")) } }),
    };
    expect((await asked(broken, { query: "a" })).words).toContain("Nothing could be recalled: disk");
    const signal = AbortSignal.abort();
    await expect(asked(setup, { query: "a" }, { signal })).rejects.toMatchObject({ code: "ABORTED" });
  });
});

function fail(): never {
  throw new Error("there is no record");
}
