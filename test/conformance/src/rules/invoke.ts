import { append, type EncodedRequest, type InvokeContext, type ModelResponse } from "@varve/kernel";
import { type Bench, newTask } from "../bench.ts";
import { withoutNetwork } from "../network.ts";
import type { RigOptions } from "../rig.ts";
import type { Broken, Finding, Rule, RuleFacts, RuleGroup } from "../rule.ts";
import { shown, shownError } from "../shown.ts";
import { PROVIDER } from "../stand-ins/model.ts";
import { conversation } from "../talk/conversation.ts";
import { printed } from "../talk/print.ts";
import type { Call } from "../watch/calls.ts";
import { attempt, TookTooLong, within } from "../within.ts";
import { isAbort } from "./is-abort.ts";

const OPERATION = "model.invoke";
const AT = `${OPERATION}.in`;

/** A request that only somebody else can send. */
const ELSEWHERE: EncodedRequest = { provider: "somebody-elses", api: "theirs", body: { model: "other-1" } };

const TALK = conversation().user("Is the sum off?").items;

/** How long a call has been at work when it is cut off, milliseconds: nobody answers it. */
const AT_WORK_MS = 20;

const reached = invokeRule(
  {
    id: "invoke/reached",
    says: "It takes up a request that it has encoded itself.",
    remedy:
      "Answer in `model.invoke` what you have encoded in `model.encode`: go by the same provider and the same `api`.",
  },
  async ({ call, bench }) => {
    const { outcome, context } = call;
    const isOwn = bench.answers(["model.encode"]) && context.request.provider !== PROVIDER;
    if (!isOwn || outcome?.kind !== "value" || outcome.value !== undefined) return null;
    return {
      at: AT,
      expected: `an answer to its own request for ${context.request.provider}`,
      came: shown(outcome.value),
    };
  },
);

const otherProvider = invokeRule(
  {
    id: "invoke/other-provider",
    says: "A request of another provider is passed on, and nothing is sent.",
    remedy: "Return undefined where `context.request.provider`, or its `api`, is not yours.",
  },
  async ({ call, bench, requests }) => {
    const before = requests.length;
    const work = () => call.again({ ...call.context, request: ELSEWHERE });
    const { value, error } = await attempt(work, bench.settings.patienceMs, "model.invoke");
    const sent = requests[before];
    if (sent !== undefined) return { at: AT, expected: "nothing sent", came: `a request to ${sent}` };
    if (error !== undefined)
      return { at: AT, expected: "undefined", came: `it threw ${shownError(error)}`, cause: error };
    return value === undefined ? null : { at: AT, expected: "undefined", came: shown(value) };
  },
);

const abort = invokeRule(
  {
    id: "invoke/abort",
    says: "When the signal aborts, before the call or during it, nothing more is sent and the call ends in an AbortedError.",
    remedy:
      "Hand `context.signal` to fetch and to every wait between two tries, and throw AbortedError where it aborts: a ModelError says that the provider failed.",
  },
  async ({ call, bench }) => {
    const reason = new Error("the caller has given up");
    for (const when of ["before", "during"] as const) {
      const caller = new AbortController();
      if (when === "before") caller.abort(reason);
      else setTimeout(() => caller.abort(reason), AT_WORK_MS);
      const work = () => call.again({ ...call.context, signal: caller.signal });
      const { error } = await attempt(work, bench.settings.patienceMs, "model.invoke");
      if (error === undefined || isAbort(error, reason)) continue;
      const came = error instanceof TookTooLong ? error.message : `it threw ${shownError(error)}`;
      return { at: AT, expected: `an AbortedError, when the signal aborts ${when} the call`, came, cause: error };
    }
    return null;
  },
);

const pure = invokeRule(
  {
    id: "invoke/pure",
    says: "It changes nothing of the request that it sends.",
    remedy: "Make a new object: the request is what the ledger, the log and the next try go by.",
  },
  async ({ call }) => {
    if (call.changed === null) return null;
    const { path, before, after } = call.changed;
    return { at: AT, expected: `context.${path} as it was: ${shown(before)}`, came: shown(after) };
  },
  { contexts: "copied" },
);

export const invokeRules: RuleGroup = {
  name: "invoke",
  operations: [OPERATION],
  rules: [reached, otherProvider, abort, pure],
};

/** What a rule of this group looks at: a call of the plugin, which was cut off, and the addresses of all that it has sent. */
interface Asked {
  readonly call: Call<InvokeContext, ModelResponse>;
  readonly bench: Bench;
  readonly requests: readonly string[];
}

/** A rule about one request, in a process without a network. */
function invokeRule(facts: RuleFacts, judge: (asked: Asked) => Promise<Finding | null>, options?: RigOptions): Rule {
  return {
    ...facts,
    check: (bench) =>
      withoutNetwork(async (requests): Promise<Broken | null> => {
        const call = await cutOff(bench, options);
        const finding = call === null ? null : await judge({ call, bench, requests });
        return finding === null ? null : { ...finding, of: "conversation", smallest: printed(TALK) };
      }),
  };
}

/** One call of the plugin's `model.invoke`, with a request of its own where it encodes. */
async function cutOff(bench: Bench, options: RigOptions = {}): Promise<Asked["call"] | null> {
  await using rig = await bench.rig(options);
  const { kernel, watch } = rig;
  const caller = new AbortController();
  watch.onCall = ({ hookPoint }) => {
    if (hookPoint === AT) setTimeout(() => caller.abort(new Error("cut off")), AT_WORK_MS);
  };
  const state = append(newTask(rig, "task-1"), TALK);
  const { patienceMs } = bench.settings;
  const ask = async () => kernel.ask(await kernel.assemble(state), { signal: caller.signal });
  await attempt(ask, patienceMs, "ask");
  const [call] = watch.take("task-1")[OPERATION].in;
  if (call !== undefined)
    await attempt(() => within(call.settled, patienceMs, "model.invoke"), patienceMs, "model.invoke");
  return call ?? null;
}
