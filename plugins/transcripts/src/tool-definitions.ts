import { isJsonObject, type JsonObject, type JsonValue, type ToolDefinition } from "@varve/kernel";
import { isList, textOf } from "@varve/wire";
import type { Place, Tape } from "./format-reader.ts";

/** Lays a recorded tool list on the tape, in the form of each of the three APIs; what is no function is left out and said. */
export function layTools(tools: JsonValue | undefined, tape: Tape, place: Place): void {
  if (tools === undefined || tools === null) return;
  if (!isList(tools)) tape.problem(place, "tools is no list, and was left out");
  for (const tool of isList(tools) ? tools : []) {
    const definition = isJsonObject(tool) ? readTool(tool) : null;
    if (definition !== null) tape.tools([definition]);
    else tape.leaveOut("tools", "they are no functions with a JSON schema, and belong to their provider");
  }
}

function readTool(tool: JsonObject): ToolDefinition | null {
  const type = tool.type ?? "custom";
  // Chat Completions nests the function; Anthropic calls its schema input_schema, and gives its own tools none.
  if (isJsonObject(tool.function)) return definition(tool.function, "parameters");
  if (type === "function") return definition(tool, "parameters");
  if (isJsonObject(tool.input_schema)) return definition(tool, "input_schema");
  return type === "custom" && isJsonObject(tool.parameters) ? definition(tool, "parameters") : null;
}

function definition(tool: JsonObject, schema: "parameters" | "input_schema"): ToolDefinition | null {
  const name = textOf(tool.name);
  if (name === null || name === "") return null;
  const description = textOf(tool.description);
  const parameters = tool[schema];
  return {
    name,
    ...(description === null ? {} : { description }),
    parameters: isJsonObject(parameters) ? parameters : { type: "object", properties: {} },
    ...(typeof tool.strict === "boolean" ? { strict: tool.strict } : {}),
  };
}
