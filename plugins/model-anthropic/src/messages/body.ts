import type { OutputConfig, Tool, ToolChoiceAuto } from "@anthropic-ai/sdk/resources/messages/messages";
import { type EncodeContext, type EncodedRequest, freeze, type JsonObject, type ToolDefinition } from "@varve/kernel";
import { changedNames, wireName } from "@varve/wire";
import { knownModel, withThinking } from "../known-models.ts";
import { type AnthropicOptions, optionsFor } from "../options.ts";
import { PROVIDER } from "../provider.ts";
import { type EncodedInput, MessagesEncoder } from "./encoder.ts";
import { thinkingOf } from "./thinking.ts";

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
  const { reasoning_effort: effort, parallel_tool_calls: parallel } = options;
  const mark = { cache_control: { type: "ephemeral", ...(options.cache_ttl === "1h" ? { ttl: "1h" } : {}) } };
  const instructions = window.instructions.toWellFormed();
  const hasInstructions = instructions.trim() !== "";
  const config = {
    ...(effort === undefined ? {} : { effort }),
    ...(output === null ? {} : { format: { type: "json_schema" as const, schema: output.schema } }),
  } satisfies OutputConfig;
  const thinking = thinkingOf(model, options);
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
      : { tool_choice: { type: "auto" as const, disable_parallel_tool_use: !parallel } satisfies ToolChoiceAuto }),
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
  return tools.map(({ name, description, parameters, strict }, index) => {
    const wire = {
      name: wireName(name),
      ...(description === undefined ? {} : { description }),
      input_schema: { type: "object" as const, ...parameters },
      ...(strict === undefined ? {} : { strict }),
    } satisfies Tool;
    return index === tools.length - 1 ? { ...wire, ...mark } : wire;
  });
}

/** The messages with a mark on the block of each breakpoint. Those without one are shared with earlier requests. */
function marked({ messages, breakpoints }: EncodedInput, mark: JsonObject): readonly JsonObject[] {
  const byMessage = new Map<number, Set<number>>();
  for (const { message, block } of breakpoints.values()) {
    byMessage.set(message, (byMessage.get(message) ?? new Set()).add(block));
  }
  return messages.map((message, index): JsonObject => {
    const blocks = byMessage.get(index);
    if (blocks === undefined) return message;
    return { ...message, content: message.content.map((each, at) => (blocks.has(at) ? { ...each, ...mark } : each)) };
  });
}
