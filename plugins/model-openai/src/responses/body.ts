import type { EncodeContext, EncodedRequest, JsonObject, ToolDefinition } from "@varve/kernel";
import { changedNames, wireName } from "@varve/wire";
import type { FunctionTool } from "openai/resources/responses/responses";
import { marksBreakpoints } from "../cache-breakpoints.ts";
import { cacheKey } from "../cache-key.ts";
import { knownModel } from "../known-models.ts";
import { LEAST_OUTPUT_TOKENS, type OpenAiOptions, optionsFor } from "../options.ts";
import { PROVIDER } from "../provider.ts";
import { formatOf, outputLimit, without } from "../request-members.ts";
import { InputEncoder, type WireInput } from "./input.ts";

/** Writes windows as requests of the Responses API. Keys stand in one order, and what stays is the same bytes every time. */
export function responsesEncoder(options: OpenAiOptions): (context: EncodeContext) => EncodedRequest {
  const encoders = new Map<string, InputEncoder>();
  return (context) => {
    const name = context.model?.name ?? options.name;
    const encoder = encoders.get(name) ?? new InputEncoder(name);
    encoders.set(name, encoder);
    const marks = marksBreakpoints(name, options);
    const input = encoder.encode(context.window.input, marks ? context.purpose : null);
    const toolNames = changedNames([...context.window.tools.map((tool) => tool.name), ...input.toolNames.values()]);
    return {
      provider: PROVIDER,
      api: "responses",
      body: without(bodyOf(name, input, context, optionsFor(name, options)), options.omit),
      ...(toolNames === null ? {} : { toolNames }),
      ...(marks ? { cacheBreakpoints: input.breakpoints.map((index) => index + 1) } : {}),
    };
  };
}

function bodyOf(model: string, input: WireInput, context: EncodeContext, options: OpenAiOptions): JsonObject {
  const { window, toolChoice, output } = context;
  const outputTokens = outputLimit(context.maxOutputTokens, options, LEAST_OUTPUT_TOKENS);
  const reasoning = reasoningOf(options);
  return {
    model,
    ...(window.instructions === "" ? {} : { instructions: window.instructions.toWellFormed() }),
    input: input.items,
    ...(window.tools.length === 0 ? {} : toolsOf(window.tools, toolChoice, options)),
    ...(output === null ? {} : { text: { format: { type: "json_schema", ...formatOf(output) } } }),
    ...(outputTokens === null ? {} : { max_output_tokens: outputTokens }),
    ...(reasoning === null ? {} : { reasoning }),
    store: false,
    prompt_cache_key: cacheKey(window.taskId.toWellFormed()),
    ...(knownModel(model)?.reasons === false ? {} : { include: ["reasoning.encrypted_content"] }),
    ...(options.stream === false ? {} : { stream: true }),
  };
}

/** The tools, and how they may be used. The list stays when calls are forbidden: without it, nothing behind it is cached. */
function toolsOf(
  tools: readonly ToolDefinition[],
  toolChoice: EncodeContext["toolChoice"],
  { parallel_tool_calls }: OpenAiOptions,
): JsonObject {
  return {
    tools: tools.map(wireTool),
    ...(toolChoice === "none" ? { tool_choice: "none" } : {}),
    ...(parallel_tool_calls === undefined ? {} : { parallel_tool_calls }),
  };
}

/** `strict` must be said; `null` leaves it to the provider. */
function wireTool({ name, description, parameters, strict }: ToolDefinition): JsonObject {
  const described = description === undefined ? {} : { description };
  return {
    type: "function",
    name: wireName(name),
    ...described,
    parameters,
    strict: strict ?? null,
  } satisfies FunctionTool;
}

function reasoningOf({ reasoning_effort: effort, reasoning_summary: summary }: OpenAiOptions): JsonObject | null {
  if (effort === undefined && summary === undefined) return null;
  return { ...(effort === undefined ? {} : { effort }), ...(summary === undefined ? {} : { summary }) };
}
