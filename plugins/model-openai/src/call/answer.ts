import type { InputItem, ModelResponse, Usage } from "@varve/kernel";

/** What an answer is, whichever API gave it and however it arrived. */
export interface Answer {
  readonly items: readonly InputItem[];
  readonly usage: Usage | null;
  readonly finish: ModelResponse["finish"];
}
