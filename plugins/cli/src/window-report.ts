import { counted } from "./figures.ts";
import { printableLine } from "./printable.ts";
import type { ReplayReport } from "./replay-report.ts";
import type { Output } from "./terminal.ts";
import { type WindowView, windowText } from "./window-text.ts";

/** Shows what the model would see at one call of each session, and nothing else. */
export function windowReport(out: Output, wanted: Omit<WindowView, "window">): ReplayReport {
  let file = "";
  return {
    begin({ recording }) {
      file = recording.file;
    },
    call({ call, window, records }) {
      if (call !== wanted.call) return;
      const { colours } = out;
      out.write(`${colours.bold(printableLine(file))}\n`);
      if (records.length > 0)
        out.write(`${colours.magenta(`after ${counted(records.length, "compaction")} at this call`)}\n`);
      out.write(`${windowText({ ...wanted, window }, out)}\n`);
    },
    end: () => undefined,
    done: () => undefined,
  };
}
