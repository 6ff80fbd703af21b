import { type Installation, install } from "@varve/kernel";
import modelAnthropic from "@varve/model-anthropic";
import modelOpenai from "@varve/model-openai";
import summariseExtractive from "@varve/summarise-extractive";
import summariseModel from "@varve/summarise-model";
import patience from "./patience.ts";
import scriptedModel from "./scripted-model.ts";

/** Who is asked: for answers, and for summaries. */
export interface Asking {
  readonly model: readonly Installation[];
  readonly summariser: Installation;
  /** Who may say no to a compaction. A no comes when the summary is there: with a real model it has been paid for. */
  readonly approvers: readonly Installation[];
}

/** A script answers, and summaries are extracted: no network, and the same every time. */
export const SCRIPTED: Asking = {
  model: [install(modelOpenai, { name: "gpt-6.1-sol" }), install(scriptedModel, undefined)],
  summariser: install(summariseExtractive, {}),
  approvers: [install(patience, { most_tokens: 4_500 })],
};

export const APIS = ["responses", "chat_completions", "messages"] as const;

export interface RealModel {
  readonly api: (typeof APIS)[number];
  /** Absent: a small one of the provider's. */
  readonly name?: string;
  /** Absent: the provider's own address. */
  readonly baseUrl?: string;
}

/** A real model answers, over one of the three wire formats, and writes the summaries too. */
export function realModel({ api, name, baseUrl }: RealModel): Asking {
  const where = baseUrl === undefined ? {} : { base_url: baseUrl };
  const model =
    api === "messages"
      ? install(modelAnthropic, { name: name ?? "claude-haiku-4-5", ...where })
      : install(modelOpenai, { name: name ?? "gpt-5.4-mini", api, ...where });
  return { model: [model], summariser: install(summariseModel, {}), approvers: [] };
}
