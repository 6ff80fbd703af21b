// index.ts
import { type Plugin } from "@varve/kernel";
import type { AgentCard, AgentSkill } from "./agent-card.ts";
import { AgentCardError } from "./agent-card-error.ts";
import { type AgentSource } from "./agent-source.ts";
export interface AgentsOptions {
    readonly agents?: Readonly<Record<string, AgentSource>>;
    readonly card_timeout_ms?: number;
    readonly max_card_bytes?: number;
}
export declare function agentsSection(fetchCard: typeof fetch): Plugin<AgentsOptions>;
declare const _default: Plugin<AgentsOptions>;
export default _default;
export { type AgentCard, AgentCardError, type AgentSkill, type AgentSource };

// agent-card-error.ts
import { VarveError } from "@varve/kernel";
export declare class AgentCardError extends VarveError {
    readonly agent: string;
    readonly source: string;
    readonly pointer: string;
    constructor(agent: string, source: string, pointer: string, reason: string, cause?: unknown);
}

// agent-card.ts
export interface AgentSkill {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly tags?: readonly string[];
    readonly examples?: readonly string[];
}
export interface AgentCard {
    readonly name: string;
    readonly description: string;
    readonly skills?: readonly AgentSkill[];
}
export type RefuseCard = (pointer: string, reason: string) => Error;
export declare function agentCard(value: unknown, refuse: RefuseCard): AgentCard;

// agent-source.ts
import { type AgentCard } from "./agent-card.ts";
export type AgentSource = {
    readonly card: string;
} | {
    readonly card_url: string;
} | AgentCard;
export interface CardReading {
    readonly fetch: typeof fetch;
    readonly timeoutMs: number;
    readonly maxBytes: number;
}
export interface RegisteredAgent {
    readonly id: string;
    readonly card: AgentCard;
}
export declare function agentOf(id: string, source: AgentSource, reading: CardReading): Promise<RegisteredAgent>;
