import { modelFamily } from "../known-models.ts";

/** Whether what one model sealed can be opened by another. What names no model is taken for this one's. */
export function isReadableBy(sealedBy: string | undefined, model: string): boolean {
  return sealedBy === undefined || modelFamily(sealedBy) === modelFamily(model);
}
