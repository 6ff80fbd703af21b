import { isJsonObject, type JsonValue } from "@varve/kernel";
import { isList, memberOf } from "@varve/wire";

/** What a request should be charged for, by the rule of its provider; tokens are a quarter of the characters. */
export interface Measured {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
}

const CHARACTERS_A_TOKEN = 4;
const LEAST_TOKENS = 1_024;
const STEP_TOKENS = 128;

/** A provider's cache, over the requests that it was sent: what is kept is what the rule says, found again byte for byte. */
export class ProviderCache {
  readonly #isAnthropic: boolean;
  /** OpenAI: whole requests. Anthropic: what stood before a mark. */
  readonly #kept: string[] = [];

  constructor(api: "responses" | "chat_completions" | "messages") {
    this.#isAnthropic = api === "messages";
  }

  measure(body: JsonValue): Measured {
    const { text, marks } = this.#isAnthropic ? anthropicText(body) : { text: openaiText(body), marks: [] };
    const input = tokensOf(text.length);
    if (!this.#isAnthropic) {
      const common = Math.max(0, ...this.#kept.map((earlier) => tokensOf(commonLength(earlier, text))));
      this.#kept.push(text);
      return { input, cached: common < LEAST_TOKENS ? 0 : common - (common % STEP_TOKENS), written: 0 };
    }
    const cached = Math.max(
      0,
      ...this.#kept.filter((earlier) => text.startsWith(earlier)).map(({ length }) => tokensOf(length)),
    );
    const written = Math.max(0, ...marks.map(tokensOf)) - cached;
    for (const mark of marks) if (tokensOf(mark) >= LEAST_TOKENS) this.#kept.push(text.slice(0, mark));
    return { input, cached, written: Math.max(0, written) };
  }
}

function tokensOf(characters: number): number {
  return Math.floor(characters / CHARACTERS_A_TOKEN);
}

function openaiText(body: JsonValue): string {
  const { tools, instructions, input, messages } = isJsonObject(body) ? body : {};
  return [tools, instructions, ...listOf(input ?? messages)].map((each) => JSON.stringify(each)).join("\n");
}

/** The request in the order in which it is cached, without its marks, and where they stood. */
function anthropicText(body: JsonValue): { readonly text: string; readonly marks: readonly number[] } {
  const { tools, system, messages } = isJsonObject(body) ? body : {};
  const blocks = [
    ...listOf(tools),
    ...listOf(system),
    ...listOf(messages).flatMap((message) => listOf(memberOf(message, "content"))),
  ];
  let text = "";
  const marks: number[] = [];
  for (const block of blocks) {
    const { cache_control: mark, ...rest } = isJsonObject(block) ? block : {};
    text += `${JSON.stringify(rest)}\n`;
    if (mark !== undefined) marks.push(text.length);
  }
  return { text, marks };
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : [];
}

function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}
