import { type AgentState, type CompactionRecord, type Kernel, parseState, serialiseState } from "@varve/kernel";
import { compactions } from "../drives/compactions.ts";
import type { Finding, Rule } from "../rule.ts";
import { shown, shownError } from "../shown.ts";
import { firstDifference } from "../watch/difference.ts";
import { overConversations } from "./over-conversations.ts";

/** A record is what is left of a conversation: it must survive being written down, and give everything back. */
export const serialisableRule: Rule = {
  id: "summarise/serialisable",
  says: "State and record survive being written as JSON and read again, and the record gives back exactly what was removed.",
  remedy:
    "Return plain JSON in `replacement` and `usage`: no Date, no NaN, no negative zero, no instance of a class. Leave a member out rather than setting it to undefined.",
  async check(bench) {
    // Restoring asks nobody: any kernel can do it.
    await using rig = await bench.rig();
    const judge = overConversations(compactions, ({ before, result: { value } }) => {
      const record = value?.records[0];
      return value === null || record === undefined ? null : unlike(before, value.state, record, rig.kernel);
    });
    return judge(bench);
  },
};

const AT = "compaction.summarise";

/** What is not the same after it was written down and read again, or taken back. */
function unlike(before: AgentState, after: AgentState, record: CompactionRecord, kernel: Kernel): Finding | null {
  try {
    const state = parseState(serialiseState(after));
    const copy: CompactionRecord = JSON.parse(JSON.stringify(record));
    const found =
      firstDifference(after, state, "state") ??
      firstDifference(record, copy, "record") ??
      firstDifference(before.history, kernel.restore(state, copy).history, "restored history");
    return found === null
      ? null
      : { at: AT, expected: `${found.path}: ${shown(found.before)}`, came: shown(found.after) };
  } catch (cause) {
    return { at: AT, expected: "a state and a record that can be read again", came: shownError(cause), cause };
  }
}
