import { definePlugin, plainText, type TokensContext } from "@varve/kernel";
import type { Subject } from "../../src/index.ts";
import countsSlowly from "../broken/counts-slowly.ts";
import encodesEverything from "../broken/encodes-everything.ts";
import numbersItsEntries from "../broken/numbers-its-entries.ts";
import tellsTheDate from "../broken/tells-the-date.ts";
import { type Breakers, tapping } from "./breaker.ts";

function counting(count: (text: string, content: TokensContext["content"]) => number): () => Subject {
  return () => ({
    plugin: definePlugin({
      name: "breaker",
      api: 1,
      apply: ({ hooks }) =>
        hooks.tokens.count.in.tap("breaker", ({ content }) =>
          count(typeof content === "string" ? content : plainText(content), content),
        ),
    }),
  });
}

let counted = 0;

const body = { model: "mine-1", input: [] };

/** What becomes of a window, of the sections in it to its request. */
export const READING_BREAKERS: Breakers = {
  "section/static": () => ({ plugin: tellsTheDate }),
  "section/entries": () => ({ plugin: numbersItsEntries }),
  "tokens/same": counting((text) => {
    counted += 1;
    return text.length / 4 + (counted % 7);
  }),
  "tokens/grows": counting(() => 5),
  "tokens/special": counting((text) => text.replaceAll(/<\|[a-z]+\|>/g, "").length / 4),
  "tokens/pictures": counting(
    (text, content) => (typeof content === "string" ? text : JSON.stringify(content)).length / 4,
  ),
  "tokens/linear": () => ({ plugin: countsSlowly }),
  "encode/other-provider": () => ({ plugin: encodesEverything }),
  "encode/same-bytes": () => ({ plugin: encodesEverything }),
  "encode/plain-json": tapping("model.encode.in", () => ({ provider: "mine", body: { ...body, at: new Date(0) } })),
  "encode/tool-names": tapping("model.encode.in", () => ({
    provider: "mine",
    body,
    toolNames: { fs_read: "grep", fs_write: "grep" },
  })),
  "encode/breakpoints": tapping("model.encode.in", () => ({ provider: "mine", body, cacheBreakpoints: [10_000] })),
};
