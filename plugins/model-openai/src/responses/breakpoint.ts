import { isJsonObject, type JsonObject } from "@varve/kernel";
import { isList } from "@varve/wire";

const MARK = { prompt_cache_breakpoint: { mode: "explicit" } } as const;

/** Whether an input item can carry a breakpoint: input text, images, files and the outputs of tools can, answers cannot. */
export function isMarkable(item: JsonObject): boolean {
  const parts = contentOf(item);
  return typeof parts === "string" ? parts !== "" : isList(parts) && isJsonObject(parts.at(-1));
}

/** The item with a breakpoint behind its last part. */
export function marked(item: JsonObject): JsonObject {
  const content = contentOf(item);
  const parts = typeof content === "string" ? [{ type: "input_text", text: content }] : isList(content) ? content : [];
  const last = parts.at(-1);
  if (!isJsonObject(last)) return item;
  const key = item.type === "message" ? "content" : "output";
  return { ...item, [key]: [...parts.slice(0, -1), { ...last, ...MARK }] };
}

/** What a part can be marked in: the content of what was said to the model, or the output of a tool. */
function contentOf(item: JsonObject) {
  if (item.type === "message") return item.role === "assistant" ? undefined : item.content;
  return item.type === "function_call_output" || item.type === "custom_tool_call_output" ? item.output : undefined;
}
