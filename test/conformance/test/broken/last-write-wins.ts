import { type AgentState, type CompactionRecord, definePlugin, freeze } from "@varve/kernel";

/** Stores whatever comes last. */
export default definePlugin({
  name: "last-write-wins",
  api: 1,
  apply({ hooks: { persistence } }) {
    const states = new Map<string, AgentState>();
    const records = new Map<string, readonly CompactionRecord[]>();
    persistence.write.in.tap("last-write-wins", ({ taskId, write, baseVersion, signal }) => {
      signal.throwIfAborted();
      const version = baseVersion + 1;
      states.set(taskId, freeze({ ...write.state, version }));
      if (write.kind === "compaction") records.set(taskId, [...(records.get(taskId) ?? []), write.record]);
      return { version };
    });
    persistence.read.in.tap("last-write-wins", ({ taskId, read }) => {
      const all = records.get(taskId) ?? [];
      if (read.kind === "state") return { kind: "state", state: states.get(taskId) ?? null };
      if (read.kind === "record") return { kind: "record", record: all.findLast(({ id }) => id === read.id) ?? null };
      return { kind: "records", records: all, damaged: [] };
    });
  },
});
