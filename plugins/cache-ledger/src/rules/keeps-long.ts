import { type EncodedRequest, isJsonObject } from "@varve/kernel";
import { asksForAnHour } from "./anthropic.ts";

/** Whether a request asks that what it writes be kept for the longer of its provider's lifetimes, which costs more. */
export function keepsLong(request: EncodedRequest): boolean {
  if (request.provider === "anthropic") return asksForAnHour(request);
  const options = request.body.prompt_cache_options;
  return isJsonObject(options) && options.ttl === "12h";
}
