import type { EncodeContext, EncodedRequest, JsonObject, ToolDefinition } from "@varve/kernel";
import { changedNames, wireName } from "@varve/wire";
import type { ChatCompletionFunctionTool } from "openai/resources/chat/completions";
import { marksBreakpoints } from "../cache-breakpoints.ts";
import { cacheKey } from "../cache-key.ts";
import { type OpenAiOptions, optionsFor } from "../options.ts";
import { PROVIDER } from "../provider.ts";
import { formatOf, outputLimit, without } from "../request-members.ts";
import { ChatEncoder, type ChatInput } from "./messages.ts";

/** Writes windows as requests of Chat Completions. Keys stand in one order, and what stays is the same bytes every time. */
export function chatEncoder(options: OpenAiOptions): (context: EncodeContext) => EncodedRequest {
  const encoder = new ChatEncoder();
  return (context) => {
    const name = context.model?.name ?? options.name;
    const marks = marksBreakpoints(name, options);
    const input = encoder.encode(context.window.input, marks ? context.purpose : null);
    const toolNames = changedNames([...context.window.tools.map((tool) => tool.name), ...input.names]);
    return {
      provider: PROVIDER,
      api: "chat_completions",
      body: without(bodyOf(name, input, context, optionsFor(name, options)), options.omit),
      ...(toolNames === null ? {} : { toolNames }),
      ...(marks ? { cacheBreakpoints: input.breakpoints.map((index) => index + 1) } : {}),
    };
  };
}

function bodyOf(model: string, input: ChatInput, context: EncodeContext, options: OpenAiOptions): JsonObject {
  const { window, toolChoice, output } = context;
  const { reasoning_effort: effort, parallel_tool_calls: parallel } = options;
  const outputTokens = outputLimit(context.maxOutputTokens, options);
  const instructions = window.instructions.toWellFormed();
  return {
    model,
    messages: [...(instructions === "" ? [] : [{ role: "system", content: instructions }]), ...input.messages],
    ...(window.tools.length === 0
      ? {}
      : {
          tools: window.tools.map(wireTool),
          ...(toolChoice === "none" ? { tool_choice: "none" } : {}),
          ...(parallel === undefined ? {} : { parallel_tool_calls: parallel }),
        }),
    ...(output === null ? {} : { response_format: { type: "json_schema", json_schema: formatOf(output) } }),
    ...(outputTokens === null ? {} : { max_completion_tokens: outputTokens }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    store: false,
    prompt_cache_key: cacheKey(window.taskId.toWellFormed()),
    // Without it, a stream says nothing of what it used.
    ...(options.stream === false ? {} : { stream: true, stream_options: { include_usage: true } }),
  };
}

function wireTool({ name, description, parameters, strict }: ToolDefinition): JsonObject {
  const described = description === undefined ? {} : { description };
  const held = strict === undefined ? {} : { strict };
  const wire = { name: wireName(name), ...described, parameters, ...held };
  return { type: "function", function: wire } satisfies ChatCompletionFunctionTool;
}
