import { type AgentState, append, ConflictError, freeze } from "@varve/kernel";
import { newTask } from "../bench.ts";
import type { Finding, Rule } from "../rule.ts";
import { shown, shownError } from "../shown.ts";
import { type StoreUnderTest, withStore } from "../stored.ts";
import { conversation } from "../talk/conversation.ts";
import { firstDifference } from "../watch/difference.ts";
import { attempt } from "../within.ts";
import { isAbort } from "./is-abort.ts";

const AT = "persistence.write.in";

const TALK = conversation()
  .user("Is the sum off?")
  .exchange("grep", { pattern: "sum" }, "ledger.ts:40")
  .assistant("Yes.");

/** A task with some of the conversation in it, under a version. */
export function stateOf({ rig }: StoreUnderTest, version: number, taskId = "task-1", items = TALK.items): AgentState {
  return freeze({ ...append(newTask(rig, taskId), items), version });
}

/** What is stored of a task, against what should be; `null` where it is the same. */
export async function storedOtherwise(
  store: StoreUnderTest,
  expected: AgentState | null,
  taskId = "task-1",
): Promise<Finding | null> {
  const state = await store.state(taskId);
  if (state === undefined) return { at: "persistence.read.in", expected: "an answer of kind state", came: "none" };
  const found = firstDifference(expected, state);
  if (found === null) return null;
  const place = found.path === "" ? "the state" : found.path;
  return { at: "persistence.read.in", expected: `${place}: ${shown(found.before)}`, came: shown(found.after) };
}

const versions: Rule = {
  id: "store/versions",
  says: "A write answers with the version after the one that it is based on, and the stored state carries it.",
  remedy:
    "Return `{ version: baseVersion + 1 }`, and store the state with that version, whichever it was handed in with.",
  check: (bench) =>
    withStore(bench, async (store) => {
      const first = await store.write(stateOf(store, 0), 0);
      if (first?.version !== 1) return { at: AT, expected: "{ version: 1 }", came: shown(first) };
      const second = await store.write(stateOf(store, 9), 1);
      if (second?.version !== 2) return { at: AT, expected: "{ version: 2 }", came: shown(second) };
      return storedOtherwise(store, stateOf(store, 2));
    }),
};

const conflict: Rule = {
  id: "store/conflict",
  says: "A write that is not based on the latest stored version is refused with a ConflictError, and changes nothing.",
  remedy:
    "Compare `baseVersion` with the stored version inside the same transaction as the write; 0 is a task that was never stored. Throw `new ConflictError(taskId, baseVersion, storedVersion)`.",
  check: (bench) =>
    withStore(bench, async (store) => {
      const never = await refused(store, 4, 0);
      if (never !== null) return never;
      await store.write(stateOf(store, 1), 0);
      await store.write(stateOf(store, 2), 1);
      return (await refused(store, 1, 2)) ?? (await refused(store, 3, 2)) ?? storedOtherwise(store, stateOf(store, 2));
    }),
};

async function refused(store: StoreUnderTest, base: number, stored: number): Promise<Finding | null> {
  const expected = `a ConflictError for a write based on version ${base}, where ${stored} is stored`;
  try {
    const answer = await store.write(stateOf(store, base + 1, "task-1", []), base);
    return { at: AT, expected, came: shown(answer) };
  } catch (error) {
    if (!(error instanceof ConflictError)) return { at: AT, expected, came: shownError(error), cause: error };
    const { baseVersion, storedVersion, taskId } = error;
    return baseVersion === base && storedVersion === stored && taskId === "task-1"
      ? null
      : { at: AT, expected, came: `one of ${shown({ taskId, baseVersion, storedVersion })}` };
  }
}

const atOnce: Rule = {
  id: "store/at-once",
  says: "Of several writes at once that are based on the same version, one wins, and the others are told.",
  remedy:
    "Check the version and write in one step: a transaction, or a compare-and-set. Between a read and a write another worker writes.",
  check: (bench) =>
    withStore(bench, async (store) => {
      await store.write(stateOf(store, 1), 0);
      const writes = await Promise.allSettled(
        ["one", "two", "three"].map((words) =>
          store.write(stateOf(store, 2, "task-1", conversation().user(words).items), 1),
        ),
      );
      const won = writes.filter(({ status }) => status === "fulfilled").length;
      const told = writes.filter((each) => each.status === "rejected" && each.reason instanceof ConflictError).length;
      return won === 1 && told === 2
        ? null
        : {
            at: AT,
            expected: "1 write that is done, and 2 ConflictErrors",
            came: `${won} writes that are done, and ${told} ConflictErrors`,
          };
    }),
};

const abort: Rule = {
  id: "store/abort",
  says: "An abort before the write leaves everything as it was; one that comes meanwhile leaves it done, or not begun.",
  remedy:
    "Look at `context.signal` before the first byte is written and not behind it: what is half written cannot be taken back.",
  check: (bench) =>
    withStore(bench, async (store) => {
      const { patienceMs } = bench.settings;
      const reason = new Error("the caller has given up");
      const before = await attempt(
        () => store.write(stateOf(store, 1), 0, { signal: AbortSignal.abort(reason) }),
        patienceMs,
        AT,
      );
      const expected = "an AbortedError, for a write whose signal has aborted";
      if (before.error === undefined) return { at: AT, expected, came: shown(before.value) };
      if (!isAbort(before.error, reason))
        return { at: AT, expected, came: shownError(before.error), cause: before.error };
      const left = await storedOtherwise(store, null);
      if (left !== null) return left;

      const caller = new AbortController();
      const writing = attempt(() => store.write(stateOf(store, 1), 0, { signal: caller.signal }), patienceMs, AT);
      caller.abort(reason);
      const { error } = await writing;
      if (error !== undefined && !isAbort(error, reason))
        return { at: AT, expected: "a write that is done, or an AbortedError", came: shownError(error), cause: error };
      return storedOtherwise(store, error === undefined ? stateOf(store, 1) : null);
    }),
};

export const WRITING_RULES: readonly Rule[] = [versions, conflict, atOnce, abort];
