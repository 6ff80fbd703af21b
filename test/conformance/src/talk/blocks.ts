import { type Part, text } from "@varve/kernel";
import type { Conversation } from "./conversation.ts";

/** What conversations are generated of, from the simplest to the strangest: a failing one is shrunk towards the first. */
export const BLOCK_KINDS = [
  "user",
  "assistant",
  "exchange",
  "failure",
  "reasoned",
  "parallel",
  "reasoned_parallel",
  "open_call",
  "interrupted",
  "orphan",
  "answered_twice",
  "same_id",
  "odd_call",
  "image",
  "file_and_data",
  "empty_message",
  "empty_result",
  "lone_reasoning",
  "opaque",
  "developer",
] as const;

export type BlockKind = (typeof BLOCK_KINDS)[number];

/** One piece of a generated conversation: its form, and a text that is said some times over. */
export interface Block {
  readonly kind: BlockKind;
  readonly words: string;
  readonly times: number;
}

/** One transparent pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const picture: Part = { kind: "image", source: { kind: "base64", mediaType: "image/png", data: PIXEL } };

/** How each block reads. Ids count the items, so that no two calls of a conversation share one unless they are meant to. */
const SAID: { readonly [Kind in BlockKind]: (talk: Conversation, said: string, id: string) => Conversation } = {
  user: (talk, said) => talk.user(said),
  assistant: (talk, said) => talk.assistant(said),
  exchange: (talk, said, id) => talk.call("grep", { pattern: "ledger" }, id).result(said, id),
  failure: (talk, said, id) => talk.call("run", { command: "make test" }, id).failure(said, id),
  reasoned: (talk, said, id) => talk.reasoning("Look first.").call("read", { path: "a.ts" }, id).result(said, id),
  parallel: (talk, said, id) =>
    talk
      .call("grep", { pattern: "sum" }, id)
      .call("read", { path: "b.ts" }, `${id}b`)
      .result(said, `${id}b`)
      .result("nothing", id),
  reasoned_parallel: (talk, said, id) =>
    talk
      .reasoning("Two at once.")
      .assistant("I look at both.")
      .call("grep", { pattern: "sum" }, id)
      .call("read", { path: "b.ts" }, `${id}b`)
      .result(said, id)
      .result("nothing", `${id}b`),
  open_call: (talk, said, id) => talk.call("deploy", { note: said }, id),
  interrupted: (talk, said, id) => talk.call("run", { command: "make" }, id).user("wait").result(said, id),
  orphan: (talk, said, id) => talk.result(said, `${id}_never_made`),
  answered_twice: (talk, said, id) => talk.call("grep", {}, id).result(said, id).result("once more", id),
  same_id: (talk, said) => talk.call("grep", {}, "tool:0").result(said, "tool:0"),
  odd_call: (talk, said, id) =>
    talk.call("fs.read file", '{"path": "a', `${id}_${"x".repeat(110)}`).result(said, `${id}_${"x".repeat(110)}`),
  image: (talk, said, id) => talk.call("look", {}, id).result([text(said), picture], id),
  file_and_data: (talk, said, id) =>
    talk
      .say("user", [{ kind: "file", name: "notes.pdf", source: { kind: "file_id", id: "file_1" } }, text(said)])
      .call("query", {}, id)
      .result([{ kind: "data", data: { b: [1, null], a: said } }], id),
  empty_message: (talk) => talk.say("assistant", []).say("user", [text("")]),
  empty_result: (talk, _, id) => talk.call("touch", {}, id).result([], id),
  lone_reasoning: (talk, said) => talk.reasoning(said).user("go on"),
  opaque: (talk, said) => talk.item({ kind: "opaque", provider: "openai", data: { type: "compaction", of: said } }),
  developer: (talk, said) => talk.say("developer", [text(said)]),
};

/** Adds a block to a conversation. */
export function addBlock(talk: Conversation, { kind, words, times }: Block): Conversation {
  return SAID[kind](talk, words.repeat(times), `call_${talk.items.length + 1}`);
}
