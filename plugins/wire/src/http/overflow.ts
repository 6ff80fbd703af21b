import type { Failure } from "./failure.ts";

/** A way in which a server says that a window is too long for the model. */
export interface OverflowWording {
  readonly server: string;
  /** The error's own code or type. */
  readonly code?: string;
  /** What the message matches. */
  readonly words?: RegExp;
  /** A message as it was reported; without one, the code alone is known. */
  readonly example?: string;
  /** Where that was reported. */
  readonly source: string;
}

const PI_129 = "https://github.com/earendil-works/pi/issues/129";

/**
 * What is known to be an overflow. Everything else is not one: a compaction that nobody needs costs a summary and forgets, and
 * does not mend the request.
 */
export const OVERFLOW_WORDINGS: readonly OverflowWording[] = [
  {
    server: "OpenAI, Azure, Groq",
    code: "context_length_exceeded",
    words: /exceeds the context window of this model/i,
    example: "Your input exceeds the context window of this model. Please adjust your input and try again.",
    source: PI_129,
  },
  {
    server: "OpenAI, DeepSeek, OpenRouter, vLLM",
    words: /maximum context length is [\d,]+ tokens/i,
    example:
      "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion).",
    source: "https://github.com/vllm-project/vllm/issues/20409",
  },
  {
    server: "Anthropic",
    words: /prompt is too long: [\d,]+ tokens > [\d,]+ maximum/i,
    example: "prompt is too long: 209353 tokens > 199999 maximum",
    source: "https://github.com/entropy-research/Devon/issues/88",
  },
  {
    server: "Anthropic",
    words: /input length and `?max_tokens`? exceed context limit/i,
    example: "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
    source: "https://github.com/anthropics/claude-code/issues/1324",
  },
  {
    server: "llama.cpp",
    code: "exceed_context_size_error",
    words: /exceeds the available context size/i,
    example: "request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it",
    source: "https://github.com/ggml-org/llama.cpp/issues/19774",
  },
  {
    server: "llama.cpp, LM Studio",
    words: /^context size has been exceeded/i,
    example: "Context size has been exceeded.",
    source: "https://github.com/ggml-org/llama.cpp/issues/19774",
  },
  {
    server: "LM Studio",
    words: /trying to keep the first [\d,]+ tokens when context the overflows/i,
    example:
      "Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens",
    source: "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/546",
  },
  {
    server: "vLLM",
    words: /prompt \(total length [\d,]+\) is too long to fit into the model/i,
    example: "The prompt (total length 25938) is too long to fit into the model (context length 4096).",
    source: "https://github.com/vllm-project/vllm/issues/12165",
  },
  {
    server: "SGLang",
    words: /input \([\d,]+ tokens\) is longer than the model's context length/i,
    example: "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
    source: "https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/managers/tokenizer_manager.py",
  },
  {
    server: "DS4",
    words: /prompt has [\d,]+ tokens?, but the configured context size is [\d,]+ tokens?/i,
    example: "Prompt has 5,958,968 tokens, but the configured context size is 256,000 tokens",
    source: "https://github.com/earendil-works/pi/issues/6262",
  },
  {
    server: "Poolside, GLM",
    words: /input length [\d,]+ exceeds the maximum allowed input length of [\d,]+ tokens/i,
    example: "Input length 131393 exceeds the maximum allowed input length of 131040 tokens.",
    source: "https://github.com/earendil-works/pi/issues/4943",
  },
  {
    server: "Atlas",
    words: /prompt too long: [\d,]+ tokens exceeds max_seq_len/i,
    example: "Prompt too long: 5152 tokens exceeds max_seq_len 2048 (leave room for output tokens)",
    source: "https://github.com/0xBakeer/inference-atlas/pull/186",
  },
  {
    server: "llama-cpp-python",
    words: /requested tokens \([\d,]+\) exceed context window of [\d,]+/i,
    example: "Requested tokens (2285) exceed context window of 2048",
    source: "https://github.com/fedora-copr/logdetective-website/pull/193",
  },
  {
    server: "Gemini",
    words: /input token count \(?[\d,]+\)? exceeds the maximum number of tokens allowed/i,
    example: "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
    source: PI_129,
  },
  {
    server: "xAI",
    words: /maximum prompt length is [\d,]+ but the request contains [\d,]+ tokens/i,
    example: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    source: PI_129,
  },
];

/** Statuses with which a server refuses a request. 413 is about bytes, and 429 about how fast; both say so in words like these. */
const REFUSING = new Set([400, 404, 422, 500]);

/** Whether a failure is a known way of saying that the window is too long. */
export function saysOverflow({ kind, status, code, message }: Failure): boolean {
  if (kind !== "answered" || (status !== null && !REFUSING.has(status) && status !== 200)) return false;
  return OVERFLOW_WORDINGS.some(
    (wording) =>
      (wording.code !== undefined && wording.code === code) || (wording.words?.test(message.trim()) ?? false),
  );
}
