// index.ts
export interface SlidingWindowOptions {
    readonly least_entries?: number;
}
declare const _default: import("@varve/kernel").Plugin<SlidingWindowOptions | undefined>;
export default _default;
