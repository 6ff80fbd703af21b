import { InvalidResultError, isJsonObject } from "@varve/kernel";
import type { Rule, RuleGroup } from "../rule.ts";
import { shown, shownError } from "../shown.ts";
import { DESCRIBED } from "../stand-ins/stand-ins.ts";
import { firstDifference } from "../watch/difference.ts";
import { overValues, written } from "./over-values.ts";

const OPERATION = "state.write";
const AT = `${OPERATION}.in`;

const shape = overValues(
  {
    id: "state/shape",
    says: "It answers `{ accepted }` or `{ refused: { pointer, reason } }`, and what it accepts is plain JSON.",
    remedy: "Return the value that was accepted, or where it is wrong and why; return undefined to pass on.",
  },
  ({ call, error }) =>
    error instanceof InvalidResultError && call.outcome?.kind === "value"
      ? { at: AT, expected: "{ accepted } or { refused: { pointer, reason } }", came: error.message, cause: error }
      : null,
);

const passesOn = overValues(
  {
    id: "state/passes-on",
    says: "What it does not take it refuses: it never throws at a value.",
    remedy:
      "Return `{ refused: { pointer, reason } }`: the caller is told what is wrong with the value, and the state stays.",
  },
  ({ call: { outcome } }) =>
    outcome?.kind === "error"
      ? { at: AT, expected: "an answer", came: `it threw ${shownError(outcome.error)}`, cause: outcome.error }
      : null,
);

const asGiven = overValues(
  {
    id: "state/pointer",
    says: "A refusal points at something that is there, or at the member that should not be or is missing.",
    remedy: "Give a JSON pointer (RFC 6901) into the value: `/steps/2/title`, and the empty text for the whole.",
  },
  ({ call: { outcome, context } }) => {
    const refused =
      outcome?.kind === "value" && outcome.value !== undefined && "refused" in outcome.value
        ? outcome.value.refused
        : null;
    if (refused === null || pointsInto(context.value, refused.pointer)) return null;
    return { at: AT, expected: "a pointer into the value", came: shown(refused) };
  },
);

const pure = overValues(
  {
    id: "state/pure",
    says: "It changes nothing of the value that it is given.",
    remedy: "Fill defaults into a copy, and return that as `accepted`.",
  },
  ({ call: { changed } }) =>
    changed === null
      ? null
      : { at: AT, expected: `context.${changed.path} as it was: ${shown(changed.before)}`, came: shown(changed.after) },
  { contexts: "copied" },
);

const prototypes = overValues(
  {
    id: "state/prototypes",
    says: "A key such as `__proto__` is a key like any other, or refused: it reaches no prototype.",
    remedy:
      "Copy with structuredClone or Object.fromEntries, never by assigning to `target[key]`; or refuse such keys.",
  },
  ({ call: { outcome } }) => {
    if ("polluted" in {}) {
      Reflect.deleteProperty(Object.prototype, "polluted");
      return { at: AT, expected: "Object.prototype as it was", came: "`polluted` in it" };
    }
    const accepted =
      outcome?.kind === "value" && outcome.value !== undefined && "accepted" in outcome.value
        ? outcome.value.accepted
        : null;
    return isJsonObject(accepted) && !Object.hasOwn(accepted, "polluted") && "polluted" in accepted
      ? { at: AT, expected: "an accepted value with its own members alone", came: "one whose prototype was set" }
      : null;
  },
);

const deterministic = overValues(
  {
    id: "state/deterministic",
    says: "The same value is accepted as the same value, or refused for the same reason.",
    remedy: "Decide by the value, the subset and the schema alone. Or do not claim `deterministic`.",
    claim: "deterministic",
  },
  async ({ call }) => {
    if (call.outcome?.kind !== "value") return null;
    const found = firstDifference(call.outcome.value, await call.again(call.context));
    return found === null
      ? null
      : { at: AT, expected: shown(found.before), came: `asked again: ${shown(found.after)}` };
  },
);

/** A schema says what a subset may hold; it is what the rule of `kernel.describe` comes to. */
const schema: Rule = {
  id: "state/schema",
  says: "What breaks the schema of its subset is refused, and what fits it is accepted.",
  remedy: "Validate `context.value` by `context.schema` before anything else, or pass on where there is a schema.",
  async check(bench) {
    for (const [value, fits] of [
      [{ amount: 12 }, true],
      [{ amount: "12" }, false],
      [{}, false],
      [{ amount: 12, note: "" }, false],
      [[], false],
      [null, false],
    ] as const) {
      const outcome = (await written(bench, DESCRIBED.subset, value))?.call.outcome;
      if (outcome?.kind !== "value" || outcome.value === undefined) continue;
      if ("accepted" in outcome.value === fits) continue;
      const expected = fits ? "it accepted" : "it refused";
      const of = `value, under the schema ${JSON.stringify(DESCRIBED.schema)}`;
      return { at: AT, expected, came: shown(outcome.value), of, smallest: JSON.stringify(value) };
    }
    return null;
  },
};

export const stateRules: RuleGroup = {
  name: "state",
  operations: [OPERATION],
  rules: [shape, passesOn, asGiven, pure, prototypes, schema, deterministic],
};

/** Whether the pointer leads to a member, or to a place beside members where one is missing or too many. */
function pointsInto(value: unknown, pointer: string): boolean {
  if (pointer === "") return true;
  if (!pointer.startsWith("/")) return false;
  const keys = pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  let at: unknown = value;
  for (const key of keys.slice(0, -1)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return false;
    at = Reflect.get(at, key);
  }
  return typeof at === "object" && at !== null;
}
