import type { Claim } from "./subject.ts";
import type { Conversation } from "./talk/conversation.ts";

/** How a plugin is checked; everything is optional. */
export interface ConformanceOptions {
  /** What the plugin promises beyond the contract: a rule of a claim is run only where it is made. */
  readonly claims?: readonly Claim[];
  /** Conversations that the plugin is made for, tried besides the fault inputs. */
  readonly conversations?: readonly Conversation[];
  /** Generated conversations for each rule, besides the fault inputs. Absent: 12. */
  readonly runs?: number;
  /** The same seed generates the same conversations. Absent: always the same one. */
  readonly seed?: number;
  /** How long one answer may take, and an abort until the executor has settled, milliseconds. Absent: 2,000. */
  readonly patienceMs?: number;
  /** How long one rule may try generated conversations, and look for a smaller one than that which breaks it, milliseconds. Absent: 2,000. */
  readonly searchMs?: number;
  /** Characters of the longest line. Absent: 65,536; the fault that it stands for had ten million. */
  readonly lineLength?: number;
}

export type Settings = Required<ConformanceOptions>;

export function settingsOf(options: ConformanceOptions): Settings {
  return {
    claims: [],
    conversations: [],
    runs: 12,
    seed: 7_731,
    patienceMs: 2_000,
    searchMs: 2_000,
    lineLength: 65_536,
    ...options,
  };
}
