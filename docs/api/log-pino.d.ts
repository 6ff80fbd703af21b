// index.ts
import { type Plugin } from "@varve/kernel";
import type { DestinationStream } from "pino";
import { type Level } from "./logger.ts";
export type { Level } from "./logger.ts";
export interface LogPinoOptions {
    readonly level?: Level;
    readonly path?: string;
}
declare const _default: Plugin<LogPinoOptions>;
export default _default;
export declare function createLogPlugin(stream: DestinationStream): Plugin<Pick<LogPinoOptions, "level">>;

// logger.ts
import { type DestinationStream, type Logger } from "pino";
export declare const LEVELS: readonly ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
export type Level = (typeof LEVELS)[number];
export declare function createLogger(level: Level, stream: DestinationStream): Logger;
