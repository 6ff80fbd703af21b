import { reasonOf } from "@varve/kernel";
import { describe } from "./describe.ts";
import { detectFormat } from "./detect-format.ts";
import { bytesOf, type FileBytesOptions } from "./file-bytes.ts";
import type { FormatReader, RecordSink } from "./format-reader.ts";
import { linesOf } from "./lines.ts";
import { READERS } from "./readers.ts";
import type { FormatId, Recording } from "./recording.ts";
import { type FileRecord, recordsOf } from "./records.ts";
import { RecordingTape } from "./tape.ts";
import { TranscriptError } from "./transcript-error.ts";

export interface ReadOptions extends FileBytesOptions {
  /** Reads the file as this format, whatever it looks like. Absent: what its content looks like. */
  readonly format?: FormatId;
  /** Further formats; where one is as sure of a file as a built-in one, or has its id, it has the file. */
  readonly readers?: readonly FormatReader[];
}

/** Records that are looked at before a format is chosen. */
const SAMPLE_RECORDS = 256;

/**
 * Reads one recorded session. A damaged line costs that line only and is said in `problems`.
 *
 * @throws TranscriptError for a file that cannot be read, is no text, is no whole JSON document, or has an unknown form
 * @throws AbortedError once the signal is aborted
 */
export async function readRecording(file: string, options: ReadOptions = {}): Promise<Recording> {
  const readers = [...(options.readers ?? []), ...READERS];
  const tape = new RecordingTape(file);
  const sample: FileRecord[] = [];
  let reading: Reading | null = null;
  if (options.format !== undefined) reading = begin(readerOf(file, options.format, readers), "it was asked for", tape);

  const beginSample = () => layAll(file, recognised(file, sample, readers, tape), sample);
  const records = recordsOf(file, linesOf(bytesOf(file, options)), (place, reason) => tape.problem(place, reason));
  for await (const record of records) {
    if (reading !== null) layRecord(file, reading, record);
    else if (sample.push(record) === SAMPLE_RECORDS) reading = beginSample();
  }
  reading ??= beginSample();
  guarded(file, reading, null, ({ sink }) => sink.end?.());
  return { format: reading.reader.id, recognisedBy: reading.because, file, ...tape.take() };
}

/** A file that is being read by one reader. */
interface Reading {
  readonly reader: FormatReader;
  readonly because: string;
  readonly sink: RecordSink;
}

function begin(reader: FormatReader, because: string, tape: RecordingTape): Reading {
  return { reader, because, sink: reader.begin(tape) };
}

function layAll(file: string, reading: Reading, records: readonly FileRecord[]): Reading {
  for (const record of records) layRecord(file, reading, record);
  return reading;
}

function layRecord(file: string, reading: Reading, { value, place }: FileRecord): void {
  guarded(file, reading, place.line, ({ sink }) => sink.record(value, place));
}

/** Runs a reader, which may be a plugin's: what it throws carries its name and the place. */
function guarded(file: string, reading: Reading, line: number | null, run: (reading: Reading) => void): void {
  try {
    run(reading);
  } catch (cause) {
    if (cause instanceof TranscriptError) throw cause;
    throw new TranscriptError({
      file,
      ...(line === null ? {} : { line }),
      reason: `the reader ${reading.reader.id} failed: ${reasonOf(cause)}`,
      remedy: "Report this to who made the reader.",
      cause,
    });
  }
}

function readerOf(file: string, format: FormatId, readers: readonly FormatReader[]): FormatReader {
  const reader = readers.find(({ id }) => id === format);
  if (reader !== undefined) return reader;
  const known = readers.map(({ id }) => id).join(", ");
  throw new TranscriptError({ file, reason: `no reader knows the format ${format}`, remedy: `Known are ${known}.` });
}

function recognised(
  file: string,
  sample: readonly FileRecord[],
  readers: readonly FormatReader[],
  tape: RecordingTape,
): Reading {
  const [first] = sample;
  if (first === undefined) {
    const [problem] = tape.problems;
    throw new TranscriptError({
      file,
      ...(problem === undefined || problem.line === null ? {} : { line: problem.line }),
      reason: problem === undefined ? "it holds no record" : `it holds no record that can be read: ${problem.reason}`,
      remedy: "Check that a session was recorded into it.",
    });
  }
  const found = detectFormat(
    sample.map(({ value }) => value),
    readers,
  );
  if (found !== null) return begin(found.reader, found.because, tape);
  const titles = readers.map(({ id, title }) => `${title} (${id})`).join(", ");
  throw new TranscriptError({
    file,
    ...(first.place.line === null ? {} : { line: first.place.line }),
    reason: `its form is not known; it begins with ${describe(first.value)}`,
    remedy: `Known are ${titles}. Convert the file, name its format, or hand in a reader for it.`,
  });
}
