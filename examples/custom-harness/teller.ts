import { definePlugin, head, type InputItem, plainText } from "@varve/kernel";
import { receipt } from "./receipt.ts";

const NAME = "@example/teller";

/** Observes, and prints what was decided, by whom and why. An observer decides nothing; one that throws breaks no turn. */
export default definePlugin({
  name: NAME,
  api: 1,
  apply({ events }) {
    events.decided.tap(NAME, ({ decision }) => console.log(receipt(decision)));
    events.compacted.tap(NAME, ({ record: { id, tokensBefore, tokensAfter, removed, uncachedTokens } }) => {
      console.log(`  compacted ${tokensBefore} → ${tokensAfter} tokens: ${removed.length} entries went, as ${id};`);
      console.log(`  ${uncachedTokens} tokens of the next request are new to the provider's cache`);
    });
    events.invoked.tap(NAME, ({ turn, response: { items, usage } }) => {
      const { inputTokens, cachedTokens } = usage ?? { inputTokens: 0, cachedTokens: 0 };
      const share = Math.round((100 * cachedTokens) / Math.max(1, inputTokens));
      console.log(`\nturn ${turn}: ${inputTokens} tokens sent, ${share} % of them cached`);
      for (const item of items) console.log(`  ${line(item)}`);
    });
    events.assembled.tap(NAME, ({ state }) => {
      const last = state.history.at(-1)?.item;
      if (last?.kind === "tool_result" && last.isError === true) console.log(`  ← ${plainText(last)}`);
    });
    events.failed.tap(NAME, ({ error }) => console.log(`  failed: ${error.message}`));
  },
});

function line(item: InputItem): string {
  const text = plainText(item);
  if (item.kind === "message") return `“${text}”`;
  return `→ ${text.length > 90 ? `${head(text, 90)}…` : text}`;
}
