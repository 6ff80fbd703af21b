// index.ts
import { DEFAULT_PROMPT } from "./default-prompt.ts";
export interface SystemPromptOptions {
    readonly text?: string;
    readonly path?: string;
}
declare const _default: import("@varve/kernel").Plugin<SystemPromptOptions>;
export default _default;
export { DEFAULT_PROMPT };

// default-prompt.ts
export declare const DEFAULT_PROMPT: string;
