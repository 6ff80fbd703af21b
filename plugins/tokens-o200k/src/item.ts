import { canonicalJson, type InputItem, type Opaque, type Part, type Reasoning } from "@varve/kernel";
import { fileTokens } from "./file.ts";
import { imageTokens } from "./image.ts";
import { sealedTokens } from "./sealed.ts";
import { countText } from "./text.ts";

/**
 * Tokens that every item costs beside its content: the marks around it, its role or recipient, and its channel.
 *
 * A message costs 3 and its role 1, as OpenAI's cookbook counts them ("How to count tokens with tiktoken"). Calls and
 * results are counted by the published Harmony format of the same models (openai/harmony, `docs/format.md`): 12 marks
 * around a call beside its name and its arguments, 10 around a result. In recorded sessions of GPT-5.6, a call and its
 * result cost 22 to 24 tokens beside their texts.
 */
export const ITEM_OVERHEAD = { message: 4, tool_call: 12, tool_result: 10, reasoning: 4, opaque: 4 } as const;

/**
 * Tokens of one item, as the provider would count it: text exactly, images by the model's vision rule, files and
 * encrypted content by estimate. Call ids and statuses are not shown to the model and cost nothing.
 *
 * @param model whose vision rule counts; `null` for the current one
 */
export function countItem(item: InputItem, model: string | null): number {
  return ITEM_OVERHEAD[item.kind] + contentTokens(item, model);
}

function contentTokens(item: InputItem, model: string | null): number {
  switch (item.kind) {
    case "message":
    case "tool_result":
      return partsTokens(item.parts, model);
    case "tool_call":
      return countText(item.name) + countText(item.arguments);
    case "reasoning":
      return reasoningTokens(item);
    case "opaque":
      return opaqueTokens(item);
  }
}

function partsTokens(parts: readonly Part[], model: string | null): number {
  return parts.reduce((sum, part) => sum + partTokens(part, model), 0);
}

function partTokens(part: Part, model: string | null): number {
  switch (part.kind) {
    case "text":
      return countText(part.text);
    case "data":
      return countText(canonicalJson(part.data));
    case "image":
      return imageTokens(part, model);
    case "file":
      return fileTokens(part, model);
  }
}

/** What is replayed is the encrypted content; the summary is for people, and counts only where there is nothing else. */
function reasoningTokens({ encrypted, summary }: Reasoning): number {
  return encrypted === undefined ? countText(summary.join("\n")) : sealedTokens(encrypted);
}

/** Encrypted content inside a provider's own item costs what it holds, not what its base64 would cost as text. */
function opaqueTokens({ data }: Opaque): number {
  const { encrypted_content: sealed, ...open } = data;
  if (typeof sealed !== "string") return countText(canonicalJson(data));
  return sealedTokens(sealed) + countText(canonicalJson(open));
}
