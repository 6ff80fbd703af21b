// index.ts
export interface Options {
    readonly max_tokens?: number;
}
declare const _default: import("@varve/kernel").Plugin<Options | undefined>;
export default _default;
