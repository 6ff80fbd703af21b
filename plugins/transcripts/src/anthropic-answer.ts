import type { JsonObject } from "@varve/kernel";
import { anthropicUsage, isList, memberOf, textOf } from "@varve/wire";
import type { AnswerFacts, Tape } from "./format-reader.ts";

/** What an assistant message says of the call that it answers. */
export function answerFacts(message: JsonObject): AnswerFacts {
  const id = textOf(message.id);
  return {
    ...(id === null ? {} : { id }),
    usage: anthropicUsage(message.usage),
    model: textOf(message.model),
  };
}

/** A call in which the provider compacted reports the pass beside its usage, which does not include it. */
export function sayCompactionPasses(message: JsonObject, tape: Tape): void {
  const iterations = memberOf(message.usage, "iterations");
  for (const iteration of isList(iterations) ? iterations : []) {
    if (memberOf(iteration, "type") !== "compaction") continue;
    tape.leaveOut("compaction passes of the provider", "their tokens are no part of the call's own usage");
  }
}
