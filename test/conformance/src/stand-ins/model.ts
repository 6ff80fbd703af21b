import {
  AbortedError,
  type EncodeContext,
  type EncodedRequest,
  type InvokeContext,
  type ModelLimits,
  type ModelResponse,
  message,
  plainText,
} from "@varve/kernel";
import { factsIn } from "../talk/words.ts";

/** The provider that the kit stands in for. */
export const PROVIDER = "conformance";

export const MODEL: ModelLimits = {
  provider: PROVIDER,
  name: "conformance-1",
  windowTokens: 200_000,
  outputTokens: 8_000,
};

/** More facts than these would make an answer longer than what it sums up. */
const MOST_FACTS = 12;

/** A request that holds the facts which its window shows, so that an answer can tell what was asked about. */
export function encodeStandIn({ window }: EncodeContext): EncodedRequest {
  const texts = [window.instructions, ...window.input.map(({ item }) => plainText(item))];
  const facts = [...new Set(texts.flatMap((text) => [...factsIn(text)]))];
  return { provider: PROVIDER, api: "conformance", body: { model: MODEL.name, facts: facts.slice(0, MOST_FACTS) } };
}

/** The kit's model: it answers with the facts of the request. */
export class StandInModel {
  #hangs: boolean;

  /** @param mode `hangs_once`: the first request is not answered before its signal aborts */
  constructor(mode: "answers" | "hangs_once") {
    this.#hangs = mode === "hangs_once";
  }

  /** @throws AbortedError */
  async invoke({ request, signal }: InvokeContext): Promise<ModelResponse | undefined> {
    if (request.provider !== PROVIDER) return undefined;
    if (this.#hangs) {
      this.#hangs = false;
      await abortOf(signal);
    }
    if (signal.aborted) throw new AbortedError("model.invoke", signal.reason);
    const { facts } = request.body;
    const told = Array.isArray(facts) ? facts.filter((fact) => typeof fact === "string") : [];
    return {
      items: [message("assistant", `The sum was looked for. Seen: ${told.join(", ")}.`)],
      usage: { inputTokens: 100, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 20, reasoningTokens: 0 },
      model: MODEL.name,
      finish: "stop",
      requestId: null,
    };
  }
}

async function abortOf(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
