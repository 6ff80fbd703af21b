import { isJsonObject, type JsonValue } from "@varve/kernel";
import { windows } from "../drives/windows.ts";
import type { Rule, RuleGroup } from "../rule.ts";
import { shown } from "../shown.ts";
import { roundsOf } from "../talk/rounds.ts";
import type { Calls } from "../watch/calls.ts";
import { firstDifference } from "../watch/difference.ts";
import { attempt } from "../within.ts";
import { commonRules } from "./every-hook.ts";
import { ofStep, overConversations } from "./over-conversations.ts";

const OPERATION = "model.encode";
const AT = `${OPERATION}.in`;

const log = (calls: Calls) => calls[OPERATION];

const OTHER_MODEL = { provider: "somebody-elses", name: "other-1", windowTokens: 200_000, outputTokens: 8_000 };

const otherProvider: Rule = {
  id: "encode/other-provider",
  says: "A window for another provider's model is passed on.",
  remedy: "Return undefined where `context.model` names a provider that is not yours: its own plugin is asked next.",
  check: (bench) =>
    bench.search(
      async (items) => {
        await using rig = await bench.rig();
        const task = { taskId: "task-1", patienceMs: bench.settings.patienceMs };
        const steps = await bench.drive(windows.drive, rig, roundsOf(items), task);
        const window = steps.findLast(({ result }) => result.value !== null)?.result.value?.window;
        if (window === undefined) return null;
        rig.watch.take(task.taskId);
        await attempt(() => rig.kernel.encode(window, { model: OTHER_MODEL }), task.patienceMs, "encode");
        for (const { outcome } of log(rig.watch.take(task.taskId)).in) {
          if (outcome?.kind === "value" && outcome.value !== undefined)
            return {
              at: AT,
              expected: `undefined for a model of ${OTHER_MODEL.provider}`,
              came: `a request for ${outcome.value.provider}`,
              of: `conversation, ${windows.drive.says}`,
            };
        }
        return null;
      },
      { inputs: "short", share: 0 },
    ),
};

const plainBody: Rule = {
  id: "encode/plain-json",
  says: "The body is plain JSON of well-formed text: written down and read again it is the same.",
  remedy:
    "Leave a member out rather than setting it to something JSON cannot hold, and cut texts with `head` and `tail` of @varve/kernel. What a window holds is well-formed already.",
  check: overConversations(windows, ({ result: { value } }) => {
    if (value === null || value.request === null) return null;
    const { body } = value.request;
    const copy: unknown = JSON.parse(JSON.stringify(body));
    const changed = firstDifference(body, copy);
    if (changed !== null)
      return {
        at: AT,
        expected: `${changed.path}: ${shown(changed.before)}`,
        came: `${shown(changed.after)} after JSON`,
      };
    const broken = illFormed(body);
    return broken === null ? null : { at: AT, expected: "no half of a surrogate pair", came: shown(broken) };
  }),
};

const sameBytes: Rule = {
  id: "encode/same-bytes",
  says: "The same window gives the same bytes, asked again and in a fresh instance: the cache goes by them.",
  remedy: "Write members in one order; put no clock, no counter and no random id into the body.",
  check: (bench) =>
    bench.search(
      async (items) => {
        const task = { taskId: "task-1", patienceMs: bench.settings.patienceMs };
        await using rig = await bench.rig();
        await using fresh = await bench.rig();
        const steps = await bench.drive(windows.drive, rig, roundsOf(items), task);
        for (const [index, { result }] of steps.entries()) {
          if (result.value === null || result.value.request === null) continue;
          const { window, request } = result.value;
          const first = JSON.stringify(request.body);
          for (const [when, other] of [
            ["asked again", rig],
            ["in a fresh instance", fresh],
          ] as const) {
            const again = await attempt(() => other.kernel.encode(window), task.patienceMs, "encode");
            if (again.value === null) continue;
            const bytes = JSON.stringify(again.value.body);
            if (bytes === first) continue;
            const at = [...first].findIndex((sign, offset) => sign !== bytes[offset]);
            return {
              at: AT,
              expected: `the same ${first.length} characters; from ${at}: ${first.slice(at, at + 60)}`,
              came: `${when}: ${bytes.slice(at, at + 60)}`,
              of: ofStep(windows, index),
            };
          }
        }
        return null;
      },
      { inputs: "all", share: 0.25 },
    ),
};

const toolNames: Rule = {
  id: "encode/tool-names",
  says: "No two tools share a name on the wire, and every changed name leads back to its own.",
  remedy: "Give the second of two names that become the same a suffix, and say in `toolNames` what each stands for.",
  check: overConversations(windows, ({ result: { value } }) => {
    const names = value?.request?.toolNames ?? {};
    const own = Object.values(names);
    const twice = own.find((name, index) => own.indexOf(name) !== index);
    if (twice !== undefined) return { at: AT, expected: "one name on the wire for each tool", came: shown(names) };
    const known = new Set(value?.window.tools.map(({ name }) => name));
    for (const { item } of value?.window.input ?? []) if (item.kind === "tool_call") known.add(item.name);
    const stranger = own.find((name) => !known.has(name));
    return stranger === undefined
      ? null
      : { at: AT, expected: "names of the window's tools and calls", came: `toolNames leads to ${shown(stranger)}` };
  }),
};

const breakpoints: Rule = {
  id: "encode/breakpoints",
  says: "Every cache breakpoint stands before, between or behind the window's items.",
  remedy: "Count `window.input` items, not those of the body: 0 is behind the instructions and the tools.",
  check: overConversations(windows, ({ result: { value } }) => {
    const most = value?.window.input.length ?? 0;
    const stray = value?.request?.cacheBreakpoints?.find((at) => at > most);
    return stray === undefined ? null : { at: AT, expected: `at most ${most}`, came: `${stray}` };
  }),
};

export const encodeRules: RuleGroup = {
  name: "encode",
  operations: [OPERATION],
  rules: [
    ...commonRules({ group: "encode", operation: OPERATION, player: windows, log }),
    otherProvider,
    plainBody,
    sameBytes,
    toolNames,
    breakpoints,
  ],
};

function illFormed(value: JsonValue | undefined): string | null {
  if (typeof value === "string") return value.isWellFormed() ? null : value;
  const members = Array.isArray(value) ? value : isJsonObject(value) ? Object.entries(value).flat() : [];
  for (const member of members) {
    const found = illFormed(member);
    if (found !== null) return found;
  }
  return null;
}
