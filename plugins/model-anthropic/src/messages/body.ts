import { type EncodeContext, type EncodedRequest, freeze, type JsonObject, type ToolDefinition } from "@varve/kernel";
import { changedNames, wireName } from "@varve/wire";
import { knownModel, withThinking } from "../known-models.ts";
import { type AnthropicOptions, optionsFor } from "../options.ts";
import { PROVIDER } from "../provider.ts";
import { type EncodedInput, MessagesEncoder } from "./encoder.ts";

/** Asked for where neither the model's limit is known nor one is configured, tokens: every model gives as much. */
const OUTPUT_TOKENS = 8_192;

/** Writes windows as requests of the Messages API. Keys stand in one order, and what stays is the same bytes every time. */
export function messagesEncoder(options: AnthropicOptions): (context: EncodeContext) => EncodedRequest {
  const encoders = new Map<string, MessagesEncoder>();
  return (context) => {
    const name = context.model?.name ?? options.name;
    const encoder = encoders.get(name) ?? new MessagesEncoder(name);
    encoders.set(name, encoder);
    const { window } = context;
    const input = encoder.encode(window.input);
    const toolNames = changedNames([...window.tools.map((tool) => tool.name), ...input.names]);
    const hasPrefix = window.instructions.trim() !== "" || window.tools.length > 0;
    return {
      provider: PROVIDER,
      api: "messages",
      body: freeze(bodyOf(name, input, context, optionsFor(name, options))),
      ...(toolNames === null ? {} : { toolNames }),
      cacheBreakpoints: [...(hasPrefix ? [0] : []), ...[...input.breakpoints.keys()].map((index) => index + 1)],
    };
  };
}

function bodyOf(model: string, input: EncodedInput, context: EncodeContext, options: AnthropicOptions): JsonObject {
  const { window, output } = context;
  const { reasoning_effort: effort, thinking_budget_tokens: budget, parallel_tool_calls: parallel } = options;
  const mark = { cache_control: { type: "ephemeral", ...(options.cache_ttl === "1h" ? { ttl: "1h" } : {}) } };
  const instructions = window.instructions.toWellFormed();
  const hasInstructions = instructions.trim() !== "";
  const config = {
    ...(effort === undefined ? {} : { effort }),
    ...(output === null ? {} : { format: { type: "json_schema", schema: output.schema } }),
  };
  const thinking =
    budget !== undefined
      ? { type: "enabled", budget_tokens: budget }
      : effort === undefined
        ? null
        : { type: "adaptive" };
  return {
    model,
    max_tokens: withThinking(outputTokens(model, context.maxOutputTokens, options), options),
    // Tools come first in what is cached, then the system prompt: a mark at the end of the second covers both.
    ...(window.tools.length === 0 ? {} : { tools: toolsOf(window.tools, hasInstructions ? {} : mark) }),
    ...(hasInstructions ? { system: [{ type: "text", text: instructions, ...mark }] } : {}),
    messages: marked(input, mark),
    // A tool choice of `none` would make the cached messages unusable: the summariser's instruction forbids calls instead.
    ...(window.tools.length === 0 || parallel === undefined
      ? {}
      : { tool_choice: { type: "auto", disable_parallel_tool_use: !parallel } }),
    ...(thinking === null ? {} : { thinking }),
    ...(Object.keys(config).length === 0 ? {} : { output_config: config }),
    ...(options.stream === false ? {} : { stream: true }),
  };
}

function outputTokens(
  model: string,
  asked: number | null,
  { max_output_tokens: configured }: AnthropicOptions,
): number {
  const most = configured ?? knownModel(model)?.outputTokens ?? OUTPUT_TOKENS;
  return asked === null ? most : Math.max(1, Math.min(asked, configured ?? asked));
}

function toolsOf(tools: readonly ToolDefinition[], mark: JsonObject): readonly JsonObject[] {
  return tools.map(({ name, description, parameters, strict }, index) => ({
    name: wireName(name),
    ...(description === undefined ? {} : { description }),
    input_schema: { type: "object", ...parameters },
    ...(strict === undefined ? {} : { strict }),
    ...(index === tools.length - 1 ? mark : {}),
  }));
}

/** The messages with a mark behind the block of each breakpoint. */
function marked({ messages, breakpoints }: EncodedInput, mark: JsonObject): readonly JsonObject[] {
  const blocks = new Set([...breakpoints.values()].map(({ message, block }) => `${message} ${block}`));
  const touched = new Set([...breakpoints.values()].map(({ message }) => message));
  return messages.map(({ role, content }, message): JsonObject => {
    if (!touched.has(message)) return { role, content };
    return {
      role,
      content: content.map((each, block) => (blocks.has(`${message} ${block}`) ? { ...each, ...mark } : each)),
    };
  });
}
