import type { Item } from "./responses.ts";
import type { Session } from "./session.ts";
import { TOOLS } from "./tools/registry.ts";

/** The name of a session's file. */
export function fileName(session: Session): string {
  return session.format === "lines" ? `${session.name}.jsonl` : `${session.name}.json`;
}

/** The content of a session's file. Each item is one line in either format, so that a change is a readable diff. */
export function fileContent(session: Session, items: readonly Item[]): string {
  const lines = items.map((item) => JSON.stringify(item));
  if (session.format === "lines") return `${lines.join("\n")}\n`;
  const tools = session.tools.map((name) => JSON.stringify(definitionOf(name)));
  return [
    `{"instructions":${JSON.stringify(session.instructions)},`,
    `"tools":[\n${tools.join(",\n")}\n],`,
    `"input":[\n${lines.join(",\n")}\n]}`,
    "",
  ].join("\n");
}

function definitionOf(name: string) {
  const tool = TOOLS.get(name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const { description, parameters } = tool;
  return { type: "function", name, description, parameters, strict: false };
}
