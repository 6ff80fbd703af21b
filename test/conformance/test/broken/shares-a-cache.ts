import { definePlugin, type EntryId, type HistoryEntry, head, plainText } from "@varve/kernel";

/** What an entry came to. Every task has an entry e1. */
const gists = new Map<EntryId, string>();

function gistOf({ id, item }: HistoryEntry): string {
  const gist = gists.get(id) ?? head(plainText(item), 24);
  gists.set(id, gist);
  return gist;
}

export default definePlugin({
  name: "shares-a-cache",
  api: 1,
  apply({ hooks }) {
    hooks.compaction.summarise.in.tap("shares-a-cache", ({ removed }) => ({
      summary: head(removed.map(gistOf).join("; "), 80) || "Nothing was said.",
    }));
  },
});
