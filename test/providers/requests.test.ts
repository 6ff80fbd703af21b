import { CacheLedger, cacheLedger } from "@varve/cache-ledger";
import {
  type AgentState,
  append,
  createState,
  definePlugin,
  type InputItem,
  install,
  isJsonObject,
  type JsonObject,
  type PrefixChange,
  text,
} from "@varve/kernel";
import { conversation, type Saying, scriptedServer } from "@varve/test-builders";
import { describe, expect, it, onTestFinished } from "vitest";
import { FORMATS, providerKernel, taskOf } from "./provider-kernel.ts";
import { faultsOf } from "./valid-request.ts";

describe.each(FORMATS)("a request over $api", (dialect) => {
  const { api, says } = dialect;
  const ANSWER: Saying = { text: "Done." };

  async function kernelFor(answers: readonly Saying[] = [], more: Parameters<typeof providerKernel>[2] = {}) {
    const server = await scriptedServer(...answers.map(says));
    onTestFinished(() => server[Symbol.asyncDispose]());
    return { kernel: await providerKernel(dialect, server, more), server };
  }

  async function bodyOf(state: AgentState, more?: Parameters<typeof providerKernel>[2]): Promise<JsonObject> {
    const { kernel } = await kernelFor([], more);
    return (await kernel.encode((await kernel.prepare(state)).window)).body;
  }

  const stateOf = (items: readonly InputItem[], taskId = "t") => append(createState({ taskId }), items);
  const result = (callId: string, words: string): InputItem => ({ kind: "tool_result", callId, parts: [text(words)] });

  it.each([
    ["fault 26: half an emoji", "a\ud83d b \udc4d"],
    ["fault 27: nothing", ""],
    ["fault 27: white space", " \n\t"],
    ["fault 29: NUL bytes", `a${"\0".repeat(5_000)}b`],
    ["fault 29: ten million characters on one line", "x".repeat(10_000_000)],
    [
      "fault 29: a binary that was read as text",
      Buffer.from(Array.from({ length: 4_096 }, (_, byte) => byte % 256)).toString("utf8"),
    ],
    ["special tokens", "<|endoftext|><|im_start|>system"],
    ["right-to-left marks and BOMs", "\u202eabc\u202c\ufeff"],
  ])("%s in a result is one that the provider takes, and bounded", async (_, words) => {
    const body = await bodyOf(stateOf(conversation().user("go").call("read", {}, "1").item(result("1", words)).items));
    expect(faultsOf(api, body)).toEqual([]);
    expect(JSON.stringify(body).length).toBeLessThan(210_000);
  });

  it("fault 27: empty messages, and an answer of calls alone, are left out or valid", async () => {
    const talk = conversation()
      .user("")
      .assistant("")
      .user("go")
      .call("a", {}, "1")
      .result("", "1")
      .assistant(" ")
      .user("on");
    expect(faultsOf(api, await bodyOf(stateOf(talk.items)))).toEqual([]);
  });

  it("fault 66: ids of any length and form, and ones that come again, are mapped the same way on call and result", async () => {
    const talk = conversation().user("go");
    for (const id of ["tool:0", "tool:0", "x".repeat(120), `${"x".repeat(119)}y`, "", "ä ö", "call_1", "call_1"]) {
      talk.call("a", {}, id).result("r", id);
    }
    expect(faultsOf(api, await bodyOf(stateOf(talk.items)))).toEqual([]);
  });

  it("fault 28: names that the provider refuses are encoded, apart from each other, and decoded in the answer", async () => {
    const tools = ["fs.read file", "fs read.file", "fs_read_file", "名前"];
    const { kernel, server } = await kernelFor();
    const state = append(
      createState({ taskId: "t", tools: tools.map((name) => ({ name, parameters: { type: "object" } })) }),
      [...conversation().user("go").items],
    );
    const request = await kernel.encode(await kernel.assemble(state));
    const names = [...JSON.stringify(request.body.tools).matchAll(/"name":"([^"]+)"/g)].map(([, name = ""]) => name);
    expect(new Set(names).size).toBe(tools.length);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    const wire = Object.entries(request.toolNames ?? {}).find(([, own]) => own === "fs.read file")?.[0] ?? "";
    server.script(says({ calls: [["c1", wire, "{}"]] }));
    expect((await kernel.turn(state)).response.items).toMatchObject([{ kind: "tool_call", name: "fs.read file" }]);
  });

  it("fault 77: a message that lands between a call and its result is in an order that the provider takes", async () => {
    const talk = conversation()
      .user("go")
      .call("a", {}, "1")
      .call("b", {}, "2")
      .result("of b", "2")
      .user("wait")
      .result("of a", "1");
    const body = await bodyOf(stateOf(talk.items));
    expect(faultsOf(api, body)).toEqual([]);
    expect(JSON.stringify(body)).toContain("wait");
  });

  it("fault 78: arguments that are no JSON go back as they are where texts go, wrapped where an object must be", async () => {
    const call: InputItem = { kind: "tool_call", callId: "1", name: "a", arguments: '{"path": "a' };
    const body = await bodyOf(stateOf(conversation().user("go").item(call).result("x", "1").items));
    expect(faultsOf(api, body)).toEqual([]);
    const found = JSON.stringify(body);
    expect(found).toContain(
      api === "messages" ? '"input":{"arguments":"{\\"path\\": \\"a"}' : '"arguments":"{\\"path\\": \\"a"',
    );
  });

  it("fault 64: arguments go back as the model wrote them where texts go, and the same every time where an object must be", async () => {
    const words = '{"b":1,  "a":2}';
    const call: InputItem = { kind: "tool_call", callId: "1", name: "a", arguments: words };
    const state = stateOf(conversation().user("go").item(call).result("x", "1").items);
    const found = JSON.stringify(await bodyOf(state));
    expect(found).toContain(api === "messages" ? '"input":{"b":1,"a":2}' : JSON.stringify(words).slice(1, -1));
    expect(JSON.stringify(await bodyOf(state))).toBe(found);
  });

  it("fault 7, 67: sealed reasoning of another provider or model stays home", async () => {
    const foreign = (provider: string, model: string): InputItem => ({
      kind: "reasoning",
      summary: ["hm"],
      encrypted: `sealed-by-${provider}-${model}`,
      provider,
      model,
      extra: { provider, fields: { id: "rs_1" } },
    });
    const talk = conversation().user("go");
    for (const item of [foreign("openai", "gpt-other"), foreign("anthropic", "claude-other"), foreign("acme", "x")])
      talk.item(item);
    const body = await bodyOf(stateOf(talk.assistant("Yes.").user("on").items));
    expect(faultsOf(api, body)).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(/sealed-by|rs_1/);
  });

  it("fault 69: a task id that is longer than the provider takes keys the cache by one digest on every call", async () => {
    const keys = await Promise.all(
      [1, 2].map(async (turns) => {
        const talk = conversation().user("go");
        for (let turn = 0; turn < turns; turn += 1) talk.assistant("a").user("b");
        return (await bodyOf(stateOf(talk.items, "t".repeat(100)))).prompt_cache_key;
      }),
    );
    if (api === "messages") expect(keys).toEqual([undefined, undefined]);
    else expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), keys[0]]);
  });

  it("fault 23: the same tools in another order, with schema keys in another order, are the same bytes", async () => {
    const a = { name: "a", description: "A", parameters: { type: "object", properties: { x: { type: "string" } } } };
    const b = { name: "b", parameters: { properties: {}, type: "object" } };
    const turned = {
      parameters: { properties: { x: { type: "string" } }, type: "object" },
      description: "A",
      name: "a",
    };
    const body = async (tools: Parameters<typeof createState>[0]["tools"] & object) =>
      JSON.stringify(await bodyOf(append(createState({ taskId: "t", tools }), conversation().user("go").items)));
    expect(await body([b, turned])).toBe(await body([a, b]));
  });

  it("fault 22: a clock in the system prompt is reported with its section and offset, and the ledger names it", async () => {
    const steady = "Be careful. ".repeat(400);
    const changes: PrefixChange[] = [];
    const clock = definePlugin({
      name: "clock",
      api: 1,
      apply: ({ hooks, events }) => {
        let now = 0;
        hooks.section.system_prompt.in.tap("clock", () => {
          now += 1;
          return `It is ${now}. ${steady}`;
        });
        events.prefixChanged.tap("clock", (change) => void changes.push(change));
      },
    });
    const ledger = new CacheLedger();
    const usage = { input_tokens: 2_000, prompt_tokens: 2_000, output_tokens: 9, completion_tokens: 9 };
    const { kernel } = await kernelFor(
      [
        { ...ANSWER, usage },
        { ...ANSWER, usage },
      ],
      {
        plugins: [install(clock, undefined), install(cacheLedger(ledger), undefined)],
      },
    );
    const { state } = await kernel.turn(taskOf(2));
    await kernel.turn(append(state, conversation().user("on").items));
    const offset = "It is ".length;
    expect(changes).toMatchObject([{ section: "system_prompt", offset }]);
    expect(ledger.lines("import-7")[1]?.reason).toEqual({
      kind: "section_changed",
      section: "system_prompt",
      label: "system_prompt",
      offsetBytes: offset,
    });
  });

  it("fault 11: an answer of a dated snapshot anchors the estimate for its model, and for no other", async () => {
    const { kernel } = await kernelFor([ANSWER]);
    const { state } = await kernel.turn(taskOf(3));
    expect((await kernel.assemble(state)).estimate.basis).toBe("measured");
    const model = { provider: "other", name: "another", windowTokens: 100_000, outputTokens: 1_000 };
    expect((await kernel.assemble(state, { model })).estimate.basis).toBe("counted");
  });

  it("fault 55: the room that the answer needs is no room for the window", async () => {
    const limits = { context_window_tokens: 4_000, max_output_tokens: 3_000 };
    const { kernel } = await kernelFor([{ text: "A summary." }], limits);
    expect((await kernel.prepare(taskOf(8))).records).toHaveLength(1);
    const roomy = await kernelFor([], { context_window_tokens: 4_000, max_output_tokens: 500 });
    expect((await roomy.kernel.prepare(taskOf(8))).records).toEqual([]);
  });

  it("fault 16: what is larger than the summariser's window is folded in several calls, each within the window", async () => {
    const summary = { text: "## Goal\nRead all of it." };
    const { kernel, server } = await kernelFor(
      Array.from({ length: 80 }, () => summary),
      {
        context_window_tokens: 8_192,
        max_output_tokens: 1_024,
      },
    );
    const talk = conversation().user("go");
    for (let part = 0; part < 5; part += 1) talk.exchange("read", { part }, `line ${part} of the file, `.repeat(3_000));
    await kernel.compact(stateOf(talk.user("and?").items));
    expect(server.requests.length).toBeGreaterThan(3);
    for (const { body } of server.requests) {
      expect(await kernel.count(JSON.stringify(body))).toBeLessThan(8_192);
      if (isJsonObject(body)) expect(faultsOf(api, body)).toEqual([]);
    }
  });
});
