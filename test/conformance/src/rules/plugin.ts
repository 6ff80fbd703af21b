import { assertPlugin, isJsonObject, VarveError } from "@varve/kernel";
import type { Rule, RuleGroup } from "../rule.ts";
import { validate } from "../schema.ts";
import { shown, shownError } from "../shown.ts";

const AT = "apply";

const applies: Rule = {
  id: "plugin/applies",
  says: "It can be applied to one kernel after another, and to two at the same time.",
  remedy: "Make what an instance holds in `apply`, not at the top of a module.",
  async check(bench) {
    try {
      await using one = await bench.rig();
      await using other = await bench.rig();
      assertPlugin(one.subject.plugin);
      const [taps, again] = [one.taps, other.taps].map((each) => each.map(({ hookPoint }) => hookPoint).join(", "));
      return taps === again ? null : { at: AT, expected: `the same taps: ${taps}`, came: again ?? "none" };
    } catch (error) {
      return { at: AT, expected: "a plugin that can be applied", came: shownError(error), cause: error };
    }
  },
};

const names: Rule = {
  id: "plugin/names",
  says: "Every tap carries the plugin's name: errors, receipts and `explain()` lead back to it.",
  remedy:
    "Tap with the name of the package; a second executor at one hook point gets something behind it: `@acme/x (bounds)`.",
  async check(bench) {
    const stray = bench.taps.find(({ name }) => !name.startsWith(bench.plugin));
    return stray === undefined
      ? null
      : { at: stray.hookPoint, expected: `a name that begins with ${bench.plugin}`, came: stray.name };
  },
};

const options: Rule = {
  id: "plugin/options",
  says: "Its options have a JSON schema, which takes the options that it is checked with and refuses a key that it does not know.",
  remedy:
    "Describe `options` with a schema that says `additionalProperties: false`: a mistyped key is otherwise ignored in silence.",
  async check(bench) {
    await using rig = await bench.rig();
    const { plugin, options: given } = rig.subject;
    if (plugin.options === undefined) return null;
    try {
      const value = isJsonObject(given) ? given : {};
      const [problem] = validate(plugin.options, value);
      if (problem !== undefined)
        return { at: "options", expected: `${shown(value)} to fit`, came: `${problem.pointer} ${problem.reason}` };
      const mistyped = { ...value, no_such_option_here: true };
      return validate(plugin.options, mistyped).length > 0
        ? null
        : { at: "options", expected: "no_such_option_here to be refused", came: "a schema that takes it" };
    } catch (error) {
      if (error instanceof VarveError) throw error;
      return { at: "options", expected: "a JSON schema that can be used", came: shownError(error), cause: error };
    }
  },
};

/** What holds for every plugin, whatever it answers. */
export const pluginRules: RuleGroup = { name: "plugin", operations: [], rules: [applies, names, options] };
