import { isJsonObject, type JsonObject } from "@varve/kernel";
import type { ServedAnswer } from "../scripted-server.ts";

/** What a model is to say, whichever API tells it. */
export interface Saying {
  readonly text?: string;
  readonly refusal?: string;
  /** Id, name and arguments. */
  readonly calls?: readonly (readonly [id: string, name: string, args: string])[];
  /** Whether its limit cuts it off. */
  readonly isCutOff?: boolean;
  /** The usage in the API's own form. Absent: {@link USAGE}. */
  readonly usage?: JsonObject;
  /** A stream that goes no further than the text: its body ends, its connection breaks, or nothing more comes. */
  readonly breaksOff?: "ended" | "dropped" | "open";
  /** A stream that tells of a failure behind the text. */
  readonly fails?: { readonly code: string; readonly message: string };
}

/** What is measured of every answer that does not say otherwise. */
export const USAGE = { inputTokens: 120, cachedTokens: 100, cacheWriteTokens: 5, outputTokens: 9 } as const;

/** How an API tells what a model says: whole, or in pieces where the request asks for a stream. */
export interface Dialect {
  readonly api: "responses" | "chat_completions" | "messages";
  readonly path: string;
  /** The header that carries the request's id. */
  readonly idHeader: string;
  says(saying: Saying): ServedAnswer;
  /** An error with a status. */
  error(status: number, error: JsonObject, headers?: Readonly<Record<string, string>>): ServedAnswer;
}

export const REQUEST_ID = "req_42";

export function wantsStream(body: unknown): boolean {
  return isJsonObject(body) && body.stream === true;
}

/** A text in two pieces. */
export function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== "");
}

/** How the body of a stream ends. */
export function endOf({ breaksOff }: Saying): "whole" | "dropped" | "open" {
  return breaksOff === undefined || breaksOff === "ended" ? "whole" : breaksOff;
}
