import { definePlugin, type Events, type Plugin } from "@varve/kernel";
import type { DestinationStream, Logger } from "pino";
import { openDestination } from "./destination.ts";
import { EVENT_LINES } from "./event-lines.ts";
import { createLogger, LEVELS, type Level } from "./logger.ts";

export type { Level } from "./logger.ts";

const NAME = "@varve/log-pino";

export interface LogPinoOptions {
  /** The least level that is logged. Absent: `info`. */
  readonly level?: Level;
  /** The file that lines are appended to, from the current folder where it is relative. Absent: standard error. */
  readonly path?: string;
}

/** Logs every event of the kernel, one line of JSON each. */
export default definePlugin<LogPinoOptions>({
  name: NAME,
  api: 1,
  options: {
    type: "object",
    additionalProperties: false,
    properties: { level: { enum: LEVELS }, path: { type: "string", minLength: 1 } },
  },
  apply({ events }, { level = "info", path }) {
    observe(events, createLogger(level, openDestination(NAME, path)));
  },
});

/** The same plugin over a stream that the caller holds: pino's `destination()`, a transport, or any `{ write(line) }`. */
export function createLogPlugin(stream: DestinationStream): Plugin<Pick<LogPinoOptions, "level">> {
  return definePlugin<Pick<LogPinoOptions, "level">>({
    name: NAME,
    api: 1,
    options: { type: "object", additionalProperties: false, properties: { level: { enum: LEVELS } } },
    apply: ({ events }, { level = "info" }) => observe(events, createLogger(level, stream)),
  });
}

function observe(events: Events, logger: Logger): void {
  const watch = <Name extends keyof typeof EVENT_LINES>(name: Name): void => {
    const { level, facts } = EVENT_LINES[name];
    events[name].tap(NAME, (event) => {
      if (!logger.isLevelEnabled(level)) return;
      const { taskId, turn, correlationId } = event;
      logger[level]({ taskId, turn, correlationId, ...facts(event) }, `varve.${name}`);
    });
  };
  watch("assembled");
  watch("decided");
  watch("compacting");
  watch("compacted");
  watch("refused");
  watch("prefixChanged");
  watch("toolsHeld");
  watch("usageStalled");
  watch("invoked");
  watch("failed");
}
