// index.ts
import { type Participant } from "./participants-text.ts";
export interface ParticipantsOptions {
    readonly participants?: readonly Participant[];
}
declare const _default: import("@varve/kernel").Plugin<ParticipantsOptions>;
export default _default;
export type { Participant };

// participants-text.ts
export interface Participant {
    readonly id: string;
    readonly name?: string;
    readonly role?: string;
    readonly description?: string;
}
export declare function participantsText(participants: readonly Participant[]): string;
