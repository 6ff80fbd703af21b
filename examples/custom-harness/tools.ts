import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ToolCall, ToolDefinition, ToolResult } from "@varve/kernel";
import { type AgentState, isJsonObject, type JsonValue, type Kernel, reasonOf, text } from "@varve/kernel";
import { PLAN_SCHEMA } from "@varve/section-plan";

const closed = { type: "object", additionalProperties: false } as const;

/** What the model is told of its tools. */
export const TOOLS: readonly ToolDefinition[] = [
  { name: "list_files", description: "Lists the files of this harness.", parameters: { ...closed, properties: {} } },
  {
    name: "read_file",
    description: "Reads one of them.",
    parameters: { ...closed, required: ["name"], properties: { name: { type: "string" } } },
  },
  { name: "update_plan", description: "Writes the plan anew.", parameters: PLAN_SCHEMA },
];

/** Runs a tool, and returns its result with the state that it leads to. What goes wrong is told to the model. */
export async function runTool(
  kernel: Kernel,
  state: AgentState,
  call: ToolCall,
): Promise<{ readonly state: AgentState; readonly result: ToolResult }> {
  const result = { kind: "tool_result", callId: call.callId } as const;
  try {
    const input: JsonValue = JSON.parse(call.arguments);
    if (call.name === "update_plan") {
      // A subset of any name: what a model wrote is for the schema to judge, not for a type.
      const subset: string = "plan";
      return {
        state: await kernel.write(state, subset, input),
        result: { ...result, parts: [text("The plan is kept.")] },
      };
    }
    const found = call.name === "list_files" ? await listed() : await read(input);
    return { state, result: { ...result, parts: [text(found)] } };
  } catch (error) {
    return { state, result: { ...result, parts: [text(reasonOf(error))], isError: true } };
  }
}

async function listed(): Promise<string> {
  const entries = await readdir(import.meta.dirname, { withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    .sort()
    .join("\n");
}

function read(input: JsonValue): Promise<string> {
  if (!isJsonObject(input) || typeof input.name !== "string") throw new TypeError("read_file needs a name.");
  return readFile(join(import.meta.dirname, basename(input.name)), "utf8");
}
