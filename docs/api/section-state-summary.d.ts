// index.ts
declare const _default: import("@varve/kernel").Plugin<undefined>;
export default _default;
