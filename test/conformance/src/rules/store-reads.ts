import { type AgentState, append, freeze, VarveError } from "@varve/kernel";
import { newTask } from "../bench.ts";
import { compactions } from "../drives/compactions.ts";
import { recordOf } from "../record.ts";
import { Rig } from "../rig.ts";
import type { Finding, Rule } from "../rule.ts";
import { shown, shownError } from "../shown.ts";
import { type StoreUnderTest, withStore } from "../stored.ts";
import { roundsOf } from "../talk/rounds.ts";
import { firstDifference } from "../watch/difference.ts";
import { stateOf, storedOtherwise } from "./store-writes.ts";

const AT = "persistence.read.in";

const empty: Rule = {
  id: "store/empty",
  says: "A task that was never stored is read as nothing.",
  remedy:
    'Return `{ kind: "state", state: null }`, `{ kind: "record", record: null }` and `{ kind: "records", records: [], damaged: [] }`.',
  check: (bench) =>
    withStore(bench, async (store) => {
      const read = [await store.state("never"), await store.record("never", "never/c1"), await store.records("never")];
      const found = firstDifference([null, null, []], read);
      return found === null ? null : { at: AT, expected: "null, null and an empty list", came: shown(read) };
    }),
};

const roundTrip: Rule = {
  id: "store/round-trip",
  says: "A state comes back as it was stored, whatever the conversation holds, and however its history has changed since.",
  remedy:
    "Store the JSON of every entry as it is: JSON.stringify keeps half a surrogate pair and NUL, a text column may not. Entries can be marked as past, go, and come back.",
  check: (bench) =>
    bench.search(async (items) => {
      await using rig = await bench.rig();
      if (!bench.answers(["persistence.write"]) || !bench.answers(["persistence.read"])) return null;
      const whole = append(newTask(rig, "task-1"), items);
      const marked = whole.history.map((entry, index) => (index === 1 ? { ...entry, past: true as const } : entry));
      const histories = [whole.history, marked, marked.slice(1), whole.history, whole.history.toReversed(), []];
      let state: AgentState = whole;
      try {
        for (const history of histories) {
          state = await rig.kernel.save(freeze({ ...state, history }));
          const found = firstDifference(state, await rig.kernel.load("task-1"));
          if (found !== null)
            return {
              at: AT,
              expected: `${found.path}: ${shown(found.before)}`,
              came: shown(found.after),
              of: "conversation, stored as a task's history",
            };
        }
      } catch (error) {
        if (!(error instanceof VarveError)) throw error;
        return {
          at: AT,
          expected: "a state that is stored and read",
          came: shownError(error),
          cause: error,
          of: "conversation, stored as a task's history",
        };
      }
      return null;
    }),
};

const together: Rule = {
  id: "store/together",
  says: "A record and the state that it leads to are stored together, and records are read oldest first.",
  remedy: "Write both in one transaction, and keep records when later states are stored.",
  check: (bench) =>
    bench.search(
      async (items) => {
        if (!bench.answers(["persistence.write"]) || !bench.answers(["persistence.read"])) return null;
        await using rig = await bench.rig();
        const task = { taskId: "task-1", patienceMs: bench.settings.patienceMs };
        const steps = await bench.drive(compactions.drive, rig, roundsOf(items), task);
        const done = steps.flatMap(({ result: { value } }) =>
          value === null || value.records.length === 0 ? [] : [value],
        );
        const records = done.flatMap((prepared) => prepared.records);
        const read = await rig.kernel.records("task-1");
        const found =
          firstDifference({ records, damaged: [] }, read) ??
          firstDifference(done.at(-1)?.state ?? null, await rig.kernel.load("task-1"), "state");
        return found === null
          ? null
          : {
              at: AT,
              expected: `${found.path}: ${shown(found.before)}`,
              came: shown(found.after),
              of: `conversation, ${compactions.drive.says}`,
            };
      },
      { inputs: "short", share: 0.5 },
    ),
};

const latestRecord: Rule = {
  id: "store/latest-record",
  says: "A record is read by its id; of two with one id, the later one.",
  remedy:
    "Let a later record stand before an earlier one of the same id: a compaction that was undone may have been made again.",
  check: (bench) =>
    withStore(bench, async (store) => {
      await store.write(stateOf(store, 1), 0, { record: recordOf("task-1", "budget") });
      await store.write(stateOf(store, 2), 1, { record: recordOf("task-1", "manual") });
      const record = await store.record("task-1", "task-1/c1");
      return record?.reason === "manual"
        ? null
        : { at: AT, expected: "the record that was written last", came: shown(record) };
    }),
};

const tasksApart: Rule = {
  id: "store/tasks-apart",
  says: "Tasks know nothing of each other, whatever their ids and their data are called.",
  remedy: "Key by the task's id in a Map or a column, never in a plain object: `__proto__` is an id like any other.",
  check: (bench) =>
    withStore(bench, async (store) => {
      const data: object = JSON.parse('{"__proto__":{"polluted":true},"\\ud800":"\\udc00"}');
      const odd = freeze({ ...stateOf(store, 1, "__proto__", []), data });
      await store.write(stateOf(store, 1), 0, { record: recordOf("task-1", "budget") });
      await store.write(odd, 0);
      if ("polluted" in {}) {
        Reflect.deleteProperty(Object.prototype, "polluted");
        return { at: AT, expected: "Object.prototype as it was", came: "`polluted` in it" };
      }
      return (
        (await storedOtherwise(store, odd, "__proto__")) ??
        (await storedOtherwise(store, stateOf(store, 1))) ??
        (await foreignRecord(store))
      );
    }),
};

async function foreignRecord(store: StoreUnderTest): Promise<Finding | null> {
  const record = await store.record("__proto__", "task-1/c1");
  return record === null ? null : { at: AT, expected: "no record of another task", came: shown(record) };
}

const pure: Rule = {
  id: "store/pure",
  says: "It changes nothing of the state and the record that it is given.",
  remedy: "Copy before you change: what is handed in is held by the caller too.",
  async check(bench) {
    await using rig = await bench.rig({ contexts: "copied" });
    await rig.kernel.save(append(newTask(rig, "task-1"), []));
    await rig.kernel.load("task-1").catch(() => null);
    const calls = rig.watch.take("task-1");
    for (const { hookPoint, changed } of [...calls["persistence.write"].in, ...calls["persistence.read"].in]) {
      if (changed === null) continue;
      return {
        at: hookPoint,
        expected: `context.${changed.path} as it was: ${shown(changed.before)}`,
        came: shown(changed.after),
      };
    }
    return null;
  },
};

const durable: Rule = {
  id: "store/durable",
  says: "What one instance has stored, another one with the same options reads.",
  remedy: "Write to what outlives the process before you answer. Or do not claim `durable`.",
  claim: "durable",
  async check(bench) {
    await using rig = await bench.rig();
    const state = await rig.kernel.save(newTask(rig, "task-1"));
    const other = await Rig.over(rig.subject);
    const found = firstDifference(state, await other.kernel.load("task-1"));
    return found === null
      ? null
      : { at: AT, expected: "the state that the first instance stored", came: shown(found.after) };
  },
};

export const READING_RULES: readonly Rule[] = [empty, roundTrip, together, latestRecord, tasksApart, pure, durable];
