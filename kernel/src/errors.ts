export * from "./errors/compaction-errors.ts";
export * from "./errors/hook-errors.ts";
export * from "./errors/model-errors.ts";
export * from "./errors/plugin-errors.ts";
export * from "./errors/state-errors.ts";
export * from "./errors/varve-error.ts";
