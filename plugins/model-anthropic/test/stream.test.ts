import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ask, KEY, serving, streamed } from "./asking.ts";
import { MODEL } from "./encoded.ts";

beforeEach(() => void vi.stubEnv("ANTHROPIC_API_KEY", KEY));
afterEach(() => void vi.unstubAllEnvs());

const input = (...pieces: readonly string[]) =>
  pieces.map((each) => ({ type: "input_json_delta", partial_json: each }));
const call = { type: "tool_use", id: "t1", name: "grep", input: {} };

test("fault 64: the model's own arguments are kept byte for byte", async () => {
  const { response, deltas } = await ask(await serving(streamed([call, ...input("", '{"b":1,', '  "a":2}')])));
  expect(response.items).toMatchObject([{ kind: "tool_call", callId: "t1", arguments: '{"b":1,  "a":2}' }]);
  expect(deltas.map((delta) => (delta.kind === "tool_call" ? delta.arguments : null))).toEqual([
    "",
    "",
    '{"b":1,',
    '  "a":2}',
  ]);
});

test("fault 78: arguments that broke off are kept as far as they came", async () => {
  const { response } = await ask(await serving(streamed([call, ...input('{"path": "a')])));
  expect(response.items).toMatchObject([{ arguments: '{"path": "a' }]);
});

test.each([[input("")], [input()]])(
  "a call without arguments has the empty object, as a tool expects it",
  async (pieces) => {
    const { response } = await ask(await serving(streamed([call, ...pieces])));
    expect(response.items).toMatchObject([{ kind: "tool_call", arguments: "{}" }]);
  },
);

test("parallel calls come apart", async () => {
  const answer = streamed([call, ...input('{"a":1}')], [{ ...call, id: "t2", name: "ls" }, ...input("{}")]);
  const { response } = await ask(await serving(answer));
  expect(response.items).toMatchObject([
    { callId: "t1", name: "grep", arguments: '{"a":1}' },
    { callId: "t2", name: "ls", arguments: "{}" },
  ]);
});

test("fault 7: thinking comes with its signature, and is told as reasoning", async () => {
  const { response, deltas } = await ask(
    await serving(
      streamed(
        [
          { type: "thinking", thinking: "", signature: "" },
          { type: "thinking_delta", thinking: "Hm." },
          { type: "signature_delta", signature: "sig" },
        ],
        [{ type: "redacted_thinking", data: "sealed" }],
        [
          { type: "text", text: "" },
          { type: "text_delta", text: "So." },
        ],
      ),
    ),
  );
  expect(response.items).toMatchObject([
    { kind: "reasoning", summary: ["Hm."], encrypted: "sig", provider: "anthropic", model: MODEL },
    { kind: "reasoning", summary: [], encrypted: "sealed" },
    { kind: "message" },
  ]);
  expect(response.usage).toMatchObject({ inputTokens: 5, outputTokens: 3 });
  expect(deltas.map(({ kind }) => kind)).toEqual(["reasoning", "text"]);
});

test("what the provider's own tool was asked is an object, and no call of the caller's", async () => {
  const asked = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
  const { response, deltas } = await ask(await serving(streamed([asked, ...input('{"query"', ': "x"}')])));
  expect(response.items).toEqual([
    { kind: "opaque", provider: "anthropic", model: MODEL, data: { ...asked, input: { query: "x" } } },
  ]);
  expect(deltas).toEqual([]);
});

test("citations stay with the text that they are of", async () => {
  const citation = {
    type: "char_location",
    cited_text: "a",
    document_index: 0,
    start_char_index: 0,
    end_char_index: 1,
  };
  const { response } = await ask(
    await serving(
      streamed([
        { type: "text", text: "", citations: [] },
        { type: "text_delta", text: "So." },
        { type: "citations_delta", citation },
      ]),
    ),
  );
  expect(response.items).toMatchObject([
    { kind: "message", extra: { provider: "anthropic", fields: { content: [{ citations: [citation] }] } } },
  ]);
});
