import { Presets, SingleBar } from "cli-progress";
import { printableLine } from "./printable.ts";

/** Shows how far long work is. Only the one bar is there at a time, and it leaves no trace. */
export interface Progress {
  /** Tells how far `what` is; the unit is told beside the numbers. */
  show(what: string, done: number, of: number, unit: "bytes" | "calls" | "runs"): void;
  /** Takes the bar away, so that something else can be written. */
  clear(): void;
}

export const NO_PROGRESS: Progress = { show: () => undefined, clear: () => undefined };

/** Work that takes less than this needs no bar; milliseconds. */
const PATIENCE_MS = 400;

/** A bar on standard error; it appears only once the work has taken a moment. */
export function progressBar(
  stream: NodeJS.WritableStream,
  columns: number,
  now: () => number = () => performance.now(),
): Progress {
  let bar: SingleBar | null = null;
  let begunAt = now();
  return {
    show(what, done, of, unit) {
      if (bar === null && now() - begunAt < PATIENCE_MS) return;
      if (bar === null) {
        bar = new SingleBar(
          {
            format: "{what} {bar} {value}/{total} {unit}",
            barsize: Math.max(10, Math.min(30, columns - 50)),
            stream,
            hideCursor: true,
            clearOnComplete: true,
            stopOnComplete: false,
            linewrap: false,
            gracefulExit: false,
          },
          Presets.shades_classic,
        );
        bar.start(of, done, { what: printableLine(what), unit });
      }
      bar.setTotal(of);
      bar.update(done, { what: printableLine(what), unit });
    },
    clear() {
      bar?.stop();
      bar = null;
      begunAt = now();
    },
  };
}
