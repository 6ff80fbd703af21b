import { definePlugin, message, type ToolCall } from "@varve/kernel";
import { SCRIPT } from "./script.ts";

const NAME = "@example/scripted-model";

/**
 * Answers `model.invoke` from a script, one line a turn: no network, and the same every time. It gets the request as it was
 * encoded, and reports usage as a provider does: what is the same as in the request before was cached.
 */
export default definePlugin({
  name: NAME,
  api: 1,
  apply(kernel) {
    let before = "";
    kernel.hooks.model.invoke.in.tapPromise(NAME, async ({ request, turn }) => {
      const { says, calls = [] } = SCRIPT[turn] ?? { says: "My script ends here." };
      const { instructions, tools, input } = request.body;
      const sent = JSON.stringify([instructions, tools, input]);
      const usage = {
        inputTokens: await kernel.count(sent),
        cachedTokens: await kernel.count(commonPrefix(before, sent)),
        cacheWriteTokens: 0,
        outputTokens: await kernel.count(says + JSON.stringify(calls)),
        reasoningTokens: 0,
      };
      before = sent;
      return {
        items: [message("assistant", says), ...calls.map(([name, input], index) => toolCall(turn, index, name, input))],
        usage,
        model: kernel.model?.name ?? null,
        finish: calls.length === 0 ? "stop" : "tool_calls",
        requestId: null,
      };
    });
  },
});

function toolCall(turn: number, index: number, name: string, input: object): ToolCall {
  return { kind: "tool_call", callId: `call_${turn}_${index}`, name, arguments: JSON.stringify(input) };
}

function commonPrefix(a: string, b: string): string {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end += 1;
  return a.slice(0, end);
}
