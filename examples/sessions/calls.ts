import type { ScriptedCall } from "./session.ts";

/** How the scripts write the calls of the tools in `tools/`. */

export function listFiles(path = "."): ScriptedCall {
  return call("list_files", { path });
}

/** Reads a file, or from line `offset` (the first is 1) at most `limit` lines of it. */
export function readFile(path: string, offset?: number, limit?: number): ScriptedCall {
  return call("read_file", { path, offset, limit });
}

export function grep(pattern: string, path = "."): ScriptedCall {
  return call("grep", { pattern, path });
}

/** Runs a command; a text is taken apart at its blanks. */
export function run(command: string | readonly string[], timeoutMs?: number): ScriptedCall {
  return call("run", { argv: typeof command === "string" ? command.split(" ") : command, timeout_ms: timeoutMs });
}

export function writeFile(path: string, text: string): ScriptedCall {
  return call("write_file", { path, text });
}

export function editFile(path: string, before: string, after: string): ScriptedCall {
  return call("edit_file", { path, before, after });
}

export interface ChartRequest {
  readonly csv: string;
  readonly kind: "bar" | "line";
  readonly label: string;
  readonly values: readonly string[];
  readonly title: string;
  readonly file: string;
}

export function drawChart(request: ChartRequest): ScriptedCall {
  return call("draw_chart", { ...request });
}

export function viewImage(path: string): ScriptedCall {
  return call("view_image", { path });
}

/** The same call with blanks after colons and commas: models differ in how they write JSON, and none of it may be lost. */
export function spaced({ name, arguments: raw }: ScriptedCall): ScriptedCall {
  const value: unknown = JSON.parse(raw);
  const lines = JSON.stringify(value, null, 1).split("\n");
  return { name, arguments: lines.map((line, index) => (index === 0 ? line : line.trimStart())).join(" ") };
}

/** A call whose arguments are what they are. */
export function rawCall(name: string, raw: string): ScriptedCall {
  return { name, arguments: raw };
}

function call(name: string, parameters: Record<string, unknown>): ScriptedCall {
  return { name, arguments: JSON.stringify(parameters) };
}
