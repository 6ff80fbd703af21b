import { freeze } from "../immutable.ts";
import type { Decision } from "../state/record.ts";
import type { Answer } from "./operation.ts";

/** The receipt of an answer: whose it is, whose answer it replaced, and why. */
export function receiptOf(
  operation: string,
  { by, replacedBy }: Pick<Answer<unknown>, "by" | "replacedBy">,
  answer: Decision["answer"],
  reason: string | undefined,
): Decision {
  return freeze({
    operation,
    plugin: replacedBy ?? by,
    ...(replacedBy === null ? {} : { replaced: by }),
    answer,
    ...(reason === undefined ? {} : { reason }),
  });
}
