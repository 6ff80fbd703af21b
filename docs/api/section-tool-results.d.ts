// index.ts
export interface ToolResultsOptions {
    readonly max_characters?: number;
}
declare const _default: import("@varve/kernel").Plugin<ToolResultsOptions>;
export default _default;
