import { sha256 } from "@varve/wire";

/** The longest `prompt_cache_key` that the provider takes, characters. */
const LONGEST = 64;

/**
 * What routes a task's requests to the same cache: the task's id where it fits, else its digest. It depends on the id
 * alone, so it is the same on every call.
 */
export function cacheKey(taskId: string): string {
  return taskId.length <= LONGEST ? taskId : sha256(taskId);
}
