import { createHash } from "node:crypto";
import type { InputItem } from "@varve/kernel";

/** The longest task id: what providers take as a cache key. */
const TASK_ID_CHARACTERS = 64;

/**
 * The session's own id, or a digest of it where it is too long; without one, a digest of the conversation, so that
 * neither the machine nor the folder nor the spacing of the JSON changes it.
 */
export function taskIdOf(session: string | null, instructions: string | null, items: readonly InputItem[]): string {
  if (session !== null && session.length <= TASK_ID_CHARACTERS) return session;
  const hash = createHash("sha256");
  if (session !== null) hash.update(session);
  else for (const piece of [instructions, ...items]) hash.update(JSON.stringify(piece));
  return `recording-${hash.digest("hex").slice(0, 40)}`;
}
