import type { LoadedConfig } from "@varve/config";
import type { ExplainedHookPoint, ExplainedOperation, Explanation } from "@varve/kernel";
import { borderlessTable, tableText } from "./borderless-table.ts";
import { printableLine } from "./printable.ts";
import { STABILITY_WORDS, SURVIVAL_WORDS } from "./section-words.ts";
import type { Output } from "./terminal.ts";

/** What holds where nobody answers. Every other operation needs an answer when it is asked. */
const UNANSWERED: Readonly<Record<string, string>> = { "compaction.approve": "nobody: every proposal is carried out" };

/** Who answers what, as tables: hook points, sections, observers; then where it all comes from. */
export function explanationText(
  explanation: Explanation,
  { file, folder }: Pick<LoadedConfig, "file" | "folder">,
  out: Output,
): string {
  const { colours } = out;
  const source = file ?? `none from ${folder} upwards: the defaults hold`;
  const parts = [
    `${colours.bold("configuration")}  ${printableLine(source)}`,
    `${colours.bold("hook points")}, each with its executors in the order in which they are asked\n${hookPointTable(explanation, out)}`,
    `${colours.bold("sections")}, in the order of the window\n${sectionTable(explanation, out)}`,
    observersText(explanation, out),
    `${colours.bold("plugins")}, in the order in which they were applied\n${pluginTable(explanation, out)}`,
  ];
  if (explanation.notices.length > 0) {
    parts.push(
      [colours.bold("notices"), ...explanation.notices.map((notice) => `  ${printableLine(notice)}`)].join("\n"),
    );
  }
  return `${parts.join("\n\n")}\n`;
}

function hookPointTable({ operations }: Explanation, { colours }: Output): string {
  const table = borderlessTable([
    { head: colours.dim("  hook point"), align: "left" },
    { head: colours.dim("executor"), align: "left" },
    { head: colours.dim("stage"), align: "right" },
    { head: "", align: "left" },
  ]);
  for (const operation of operations) {
    table.push(...phaseRows(operation.pre, operation));
    const nobody = UNANSWERED[operation.name] ?? "nobody";
    if (operation.in.taps.length === 0) table.push([`  ${operation.in.name}`, colours.yellow(nobody), "", ""]);
    table.push(
      ...phaseRows(operation.in, operation).map(([name = "", who = "", stage = "", note = ""], index) => [
        name,
        index === 0 ? colours.green(who) : who,
        stage,
        colours.dim(note),
      ]),
    );
    table.push(...phaseRows(operation.post, operation));
  }
  return tableText(table);
}

function phaseRows({ name, taps }: ExplainedHookPoint, operation: ExplainedOperation): string[][] {
  return taps.map((tap, index) => {
    const isDefault = name === operation.in.name && tap.name === operation.default;
    return [
      `  ${index === 0 ? printableLine(name) : ""}`,
      printableLine(tap.name),
      String(tap.stage),
      isDefault ? "default" : "",
    ];
  });
}

function sectionTable({ sections, operations }: Explanation, { colours }: Output): string {
  const table = borderlessTable(
    ["  section", "goes into", "changes", "at a compaction", "rendered by"].map((head) => ({
      head: colours.dim(head),
      align: "left",
    })),
  );
  for (const { id, place, stability, survives } of sections) {
    const first = operations.find(({ name }) => name === `section.${id}`)?.first ?? "nobody";
    table.push([`  ${id}`, place, STABILITY_WORDS[stability], SURVIVAL_WORDS[survives], printableLine(first)]);
  }
  return tableText(table);
}

function observersText({ observers }: Explanation, { colours }: Output): string {
  const watched = observers.filter(({ names }) => names.length > 0);
  if (watched.length === 0) return `${colours.bold("observers")}  nobody watches`;
  const table = borderlessTable([
    { head: colours.dim("  event"), align: "left" },
    { head: colours.dim("observers"), align: "left" },
  ]);
  for (const { event, names } of watched) table.push([`  ${event}`, names.map(printableLine).join(", ")]);
  return `${colours.bold("observers")}\n${tableText(table)}`;
}

function pluginTable({ plugins }: Explanation, { colours }: Output): string {
  const table = borderlessTable([
    { head: colours.dim("  plugin"), align: "left" },
    { head: colours.dim("asked for by"), align: "left" },
  ]);
  for (const { name, from } of plugins) table.push([`  ${printableLine(name)}`, printableLine(from ?? "")]);
  return tableText(table);
}
