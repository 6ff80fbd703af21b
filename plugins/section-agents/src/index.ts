import { definePlugin, type JsonObject, type Plugin, STAGES } from "@varve/kernel";
import type { AgentCard, AgentSkill } from "./agent-card.ts";
import { AgentCardError } from "./agent-card-error.ts";
import { type AgentSource, agentOf } from "./agent-source.ts";
import { rosterText } from "./roster-text.ts";

export interface AgentsOptions {
  /** The remote agents by the id under which they are called. */
  readonly agents?: Readonly<Record<string, AgentSource>>;
  /** How long fetching one card may take, milliseconds. Absent: 10,000. */
  readonly card_timeout_ms?: number;
  /** The largest card that is read, bytes. Absent: 262,144. */
  readonly max_card_bytes?: number;
}

const NAME = "@varve/section-agents";

const schema = {
  type: "object",
  additionalProperties: false,
  properties: {
    agents: { type: "object", additionalProperties: { type: "object" } },
    card_timeout_ms: { type: "integer", minimum: 1 },
    max_card_bytes: { type: "integer", minimum: 1 },
  },
} as const satisfies JsonObject;

/** The plugin with another `fetch`: for harnesses behind a proxy, and for tests. */
export function agentsSection(fetchCard: typeof fetch): Plugin<AgentsOptions> {
  return definePlugin<AgentsOptions>({
    name: NAME,
    api: 1,
    options: schema,
    async apply(kernel, options: AgentsOptions = {}) {
      const { agents = {}, card_timeout_ms = 10_000, max_card_bytes = 262_144 } = options;
      const reading = { fetch: fetchCard, timeoutMs: card_timeout_ms, maxBytes: max_card_bytes };
      const text = rosterText(await allOf(Object.entries(agents).map(([id, source]) => agentOf(id, source, reading))));
      const section = kernel.declareSection({
        id: "agents",
        stability: "static",
        survives: "essential",
        untrusted: "agent-cards",
      });
      section.in.tap({ name: NAME, stage: STAGES.default }, () => text);
    },
  });
}

/** Every result, or the first failure in the order of the list, whichever came first in time. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((each) => {
    if (each.status === "rejected") throw each.reason;
    return each.value;
  });
}

export default agentsSection((...request) => fetch(...request));

export { type AgentCard, AgentCardError, type AgentSkill, type AgentSource };
