import type { Recording } from "@varve/transcripts";
import { type CallRow, rowOf } from "./call-row.ts";
import { clipped } from "./clipped.ts";
import { counted } from "./figures.ts";
import { printableLine } from "./printable.ts";
import type { ReplayBegin, ReplayEnd, ReplayReport } from "./replay-report.ts";
import { callTable } from "./replay-table.ts";
import { added, NO_TOTALS } from "./replay-totals.ts";
import { totalsText } from "./replay-totals-text.ts";
import { stepFor } from "./shown-calls.ts";
import type { Output, Terminal } from "./terminal.ts";

/** Where a report is read: the output, and the folder that paths are shown from. */
type Place = Pick<Terminal, "out" | "folder">;

export interface TableOptions {
  /** Shows the row of every call, however many there are. */
  readonly rows: "readable" | "all";
}

/** Replays as tables for people: a heading, the calls and the totals of each session, and the totals of all. */
export function tableReport({ out, folder }: Place, options: TableOptions): ReplayReport {
  let begun: ReplayBegin | null = null;
  let rows: CallRow[] = [];
  let step = 1;
  return {
    begin(session) {
      begun = session;
      rows = [];
      step = options.rows === "all" ? 1 : stepFor(session.recording.calls.length);
    },
    call(call) {
      const total = begun?.recording.calls.length ?? 0;
      const row = rowOf(call);
      const isTold = row.compactions.length + row.remarks.length > 0;
      if (isTold || row.call === 1 || row.call === total || row.call % step === 0) rows.push(row);
    },
    end(session) {
      // A session that was never begun has nothing to show but its error.
      if (begun === null || begun.recording !== session.recording) return;
      out.write(headingText(begun.recording, out));
      if (rows.length > 0) out.write(`\n${callTable(rows, begun.lineTokens, out)}\n`);
      if (step > 1) out.write(out.colours.dim(`  1 call in ${step}, and every compaction; --all shows each call\n`));
      out.write(`\n${totalsText(session, folder, out.colours)}\n`);
    },
    done: (sessions) => writeSum(sessions, folder, out),
  };
}

/** The totals alone. */
export function quietReport({ out, folder }: Place): ReplayReport {
  return {
    begin: () => undefined,
    call: () => undefined,
    end(session) {
      if (session.totals.calls === 0) return;
      out.write(`${out.colours.bold(printableLine(session.file))}\n${totalsText(session, folder, out.colours)}`);
    },
    done: (sessions) => writeSum(sessions, folder, out),
  };
}

function headingText(recording: Recording, { colours, columns }: Output): string {
  const { file, format, recognisedBy, taskId, items, calls, goal } = recording;
  const about = [
    `taken for ${format} (${recognisedBy}) · ${counted(items.length, "item")} · ${counted(calls.length, "model call")}`,
    `task ${taskId}`,
  ];
  const lines = [
    colours.bold(printableLine(file)),
    ...about.map((line) => `  ${colours.dim(clipped(printableLine(line), columns - 2))}`),
  ];
  if (goal !== null) lines.push(`  ${clipped(`“${printableLine(goal)}”`, columns - 2)}`);
  return `${lines.join("\n")}\n`;
}

function writeSum(sessions: readonly ReplayEnd[], folder: string, { write, colours }: Output): void {
  if (sessions.length < 2) return;
  const totals = sessions.reduce((sum, session) => added(sum, session.totals), NO_TOTALS);
  const elapsedMs = sessions.reduce((sum, session) => sum + session.elapsedMs, 0);
  const heading = colours.bold(`all ${sessions.length} sessions`);
  write(`${heading}\n${totalsText({ totals, elapsedMs, traces: null }, folder, colours)}`);
}
