import type { Broken, RuleFacts } from "./rule.ts";

/** A plugin breaks a rule: which one, where, by what, and how to mend it. */
export class ConformanceError extends Error {
  readonly rule: RuleFacts;
  readonly plugin: string;
  readonly broken: Broken;

  constructor(plugin: string, rule: RuleFacts, broken: Broken) {
    super(told(plugin, rule, broken), broken.cause === undefined ? undefined : { cause: broken.cause });
    this.name = "ConformanceError";
    this.rule = rule;
    this.plugin = plugin;
    this.broken = broken;
  }
}

function told(plugin: string, { id, says, remedy }: RuleFacts, broken: Broken): string {
  const { at, expected, came, of, smallest } = broken;
  return [
    `${plugin} breaks ${id} at ${at}`,
    "",
    `  rule      ${says}`,
    `  expected  ${indented(expected)}`,
    `  came      ${indented(came)}`,
    ...(smallest === undefined
      ? []
      : ["", `  The smallest ${of ?? "input"}:`, "", `    ${smallest.replaceAll("\n", "\n    ")}`, ""]),
    `  remedy    ${indented(remedy)}`,
  ].join("\n");
}

function indented(text: string): string {
  return text.replaceAll("\n", `\n${" ".repeat(12)}`);
}
