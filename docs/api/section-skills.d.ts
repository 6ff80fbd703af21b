// index.ts
import { SkillError } from "./skill-error.ts";
export interface SkillsOptions {
    readonly paths?: readonly string[];
}
declare const _default: import("@varve/kernel").Plugin<SkillsOptions>;
export default _default;
export { SkillError };

// skill-error.ts
import { VarveError } from "@varve/kernel";
export declare class SkillError extends VarveError {
    readonly file: string | null;
    readonly line: number | null;
    constructor(reason: string, where?: {
        readonly file?: string;
        readonly line?: number;
        readonly cause?: unknown;
    });
}
