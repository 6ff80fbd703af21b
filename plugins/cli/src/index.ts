export { PrefixMeter } from "./cached-share.ts";
export { EXIT, UsageError } from "./exit.ts";
export type { Progress } from "./progress.ts";
export { type ReplayedCall, replayCalls } from "./replay.ts";
export { runVarve } from "./run-varve.ts";
export { type Colours, type Output, type Terminal, terminalOf } from "./terminal.ts";
