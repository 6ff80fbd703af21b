import { isJsonObject, partsText, plainText, type ToolDefinition, type Window, type WindowItem } from "@varve/kernel";
import { borderlessTable, tableText } from "./borderless-table.ts";
import { clipped } from "./clipped.ts";
import { excerpt } from "./excerpt.ts";
import { counted, percentage, whole } from "./figures.ts";
import { printableLine } from "./printable.ts";
import { STABILITY_WORDS } from "./section-words.ts";
import type { Output } from "./terminal.ts";

export interface WindowView {
  /** The call that the window was made for. */
  readonly call: number;
  readonly window: Window;
  /** `whole` shows every line of it. */
  readonly extent: "part" | "whole";
}

/** What the model would see at one call: a table of the sections, then instructions, tools and input in the order in which they are sent. */
export function windowText({ call, window, extent }: WindowView, out: Output): string {
  const { colours } = out;
  const title = `call ${call} · ${counted(window.tokens, "token")} · ${counted(window.input.length, "input item")}`;
  return [
    `${colours.bold(title)}\n`,
    sectionTable(window, out),
    heading("instructions", instructionTokens(window), out),
    ...instructionLines(window, extent, out),
    heading("tools", window.toolTokens, out),
    ...(window.tools.length === 0 ? ["  none"] : window.tools.map((tool) => toolLine(tool, out))),
    heading("input", inputTokens(window), out),
    ...inputLines(window, extent, out),
    "",
  ].join("\n");
}

function sectionTable({ sections, toolTokens, tools, tokens }: Window, { colours }: Output): string {
  const table = borderlessTable([
    { head: colours.dim("  section"), align: "left" },
    { head: colours.dim("tokens"), align: "right" },
    { head: colours.dim("share"), align: "right" },
    { head: colours.dim("changes"), align: "left" },
    { head: colours.dim("rendered by"), align: "left" },
  ]);
  const row = (name: string, size: number, changes: string, by: string): string[] => [
    `  ${name}`,
    whole(size),
    percentage(size, tokens),
    changes,
    by,
  ];
  const isStatic = ({ place }: Window["sections"][number]) => place === "instructions";
  const rowOf = ({ id, tokens: size, stability, entries, plugins }: Window["sections"][number]): string[] => {
    const name = printableLine(id) + (entries > 0 ? ` (${counted(entries, "entry", "entries")})` : "");
    return row(name, size, STABILITY_WORDS[stability], plugins.map(printableLine).join(", "));
  };
  table.push(...sections.filter(isStatic).map(rowOf));
  if (tools.length > 0) table.push(row(`tools (${tools.length})`, toolTokens, STABILITY_WORDS.static, ""));
  table.push(...sections.filter((section) => !isStatic(section)).map(rowOf));
  return tableText(table);
}

function instructionTokens({ sections }: Window): number {
  return sections.reduce((sum, { place, tokens }) => sum + (place === "instructions" ? tokens : 0), 0);
}

function inputTokens({ input }: Window): number {
  return input.reduce((sum, { tokens }) => sum + tokens, 0);
}

function heading(name: string, tokens: number, { colours, columns }: Output): string {
  const label = `${name} · ${counted(tokens, "token")} `;
  return `\n${colours.bold(label)}${colours.dim("─".repeat(Math.max(0, Math.min(columns, 100) - label.length)))}`;
}

function instructionLines({ sections }: Window, extent: WindowView["extent"], out: Output): readonly string[] {
  return sections
    .filter(({ place }) => place === "instructions")
    .flatMap(({ id, tokens, text }) => [...label(id, tokens, out), ...body(text ?? "", extent, out)]);
}

function toolLine({ name, description = "", parameters }: ToolDefinition, { colours, columns }: Output): string {
  const properties = isJsonObject(parameters.properties) ? Object.keys(parameters.properties) : [];
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  const names = properties.map((property) => (required.includes(property) ? property : `${property}?`));
  const signature = printableLine(`${name}(${names.join(", ")})`);
  const about = clipped(printableLine(description), Math.max(20, columns - signature.length - 5));
  return `  ${colours.cyan(signature)}  ${colours.dim(about)}`;
}

function inputLines({ input, sections }: Window, extent: WindowView["extent"], out: Output): readonly string[] {
  const tokensOf = (id: string | undefined) => sections.find((section) => section.id === id)?.tokens ?? 0;
  return input.flatMap((each) => {
    const { item, entry } = each;
    if (entry !== undefined || item.kind !== "message")
      return [...label(itemLabel(each), each.tokens, out), ...body(plainText(item), extent, out)];
    return item.parts.flatMap((part, index) => {
      const id = each.sections[index];
      const name = `${id ?? each.sections.join(", ")} (${item.role})`;
      return [
        ...label(name, id === undefined ? each.tokens : tokensOf(id), out),
        ...body(partsText([part]), extent, out),
      ];
    });
  });
}

function itemLabel({ item, entry }: WindowItem): string {
  const id = entry === undefined ? "" : `${entry} `;
  switch (item.kind) {
    case "message":
      return `${id}${item.role}`;
    case "tool_call":
      return `${id}call ${item.callId}`;
    case "tool_result":
      return `${id}result ${item.callId}${item.isError === true ? " (failed)" : ""}`;
    case "reasoning":
      return `${id}reasoning${item.encrypted === undefined ? "" : " (encrypted)"}`;
    case "opaque":
      return `${id}${item.provider} item`;
  }
}

function label(name: string, tokens: number, { colours }: Output): readonly string[] {
  return [`  ${colours.cyan(printableLine(name))} ${colours.dim(`· ${counted(tokens, "token")}`)}`];
}

function body(text: string, extent: WindowView["extent"], { colours, columns }: Output): readonly string[] {
  return text === "" ? [] : excerpt(text, columns - 4, extent).map((line) => `  ${colours.dim("│")} ${line}`.trimEnd());
}
