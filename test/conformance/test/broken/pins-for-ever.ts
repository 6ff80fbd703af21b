import { definePlugin, type EntryId } from "@varve/kernel";

/** Remembers the newest entry of every time and pins it for ever, also when it has long gone. */
export default definePlugin({
  name: "pins-for-ever",
  api: 1,
  apply({ hooks }) {
    const pinned = new Map<string, EntryId[]>();
    hooks.compaction.keep.in.tap("pins-for-ever", ({ taskId, sections, state }) => {
      const pins = pinned.get(taskId) ?? [];
      const before = pins.slice(0, -1);
      const newest = state.history.at(-1);
      pinned.set(taskId, newest === undefined ? pins : [...pins, newest.id]);
      return { sections: sections.map(({ id }) => id), pins: before };
    });
  },
});
