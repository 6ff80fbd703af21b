import type { InputItem } from "@varve/kernel";
import fc from "fast-check";

const callId = fc.constantFrom("call_0", "call_1", "call_0_2", "tool:0", "x".repeat(64), "x".repeat(120), "");
const words = fc.constantFrom("", "hello", "你好 🌍", "\ud83d");
const textPart = words.map((text) => ({ kind: "text", text }) as const);
const extra = fc.constantFrom({ provider: "openai", fields: { id: "rs_1", status: null } }, undefined);

function withExtra<T extends object>(item: T, extra: { provider: string; fields: { id: string } } | undefined) {
  return extra === undefined ? item : { ...item, extra };
}

/** Any item, in any order: windows of the kernel are better behaved than this. */
const item: fc.Arbitrary<InputItem> = fc.oneof(
  fc.record({
    kind: fc.constant("message" as const),
    role: fc.constantFrom("user" as const, "assistant" as const, "developer" as const, "system" as const),
    parts: fc.array(textPart, { maxLength: 2 }),
  }),
  fc
    .record({
      kind: fc.constant("tool_call" as const),
      callId,
      name: fc.constantFrom("grep", "fs.read file", "fs_read file", ""),
      arguments: fc.constantFrom("{}", '{"path": "a'),
    })
    .chain((call) => extra.map((each) => withExtra(call, each))),
  fc.record({
    kind: fc.constant("tool_result" as const),
    callId,
    parts: fc.array(textPart, { maxLength: 2 }),
  }),
  fc
    .record({
      kind: fc.constant("reasoning" as const),
      summary: fc.array(words, { maxLength: 1 }),
      encrypted: fc.constant("gAAAAAB"),
      provider: fc.constantFrom("openai", "anthropic"),
    })
    .chain((reasoning) => extra.map((each) => withExtra(reasoning, each))),
  fc.record({
    kind: fc.constant("opaque" as const),
    provider: fc.constantFrom("openai", "anthropic"),
    data: fc.constantFrom({ type: "compaction", encrypted_content: "gAAAAAB" }, { type: "unheard_of" }),
  }),
);

export const conversations: fc.Arbitrary<readonly InputItem[]> = fc.array(item, { maxLength: 24 });
