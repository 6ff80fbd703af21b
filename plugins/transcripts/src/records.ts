import { isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";
import { isList } from "@varve/wire";
import { describe } from "./describe.ts";
import type { Place } from "./format-reader.ts";
import { jsonFault } from "./json-fault.ts";
import type { Line } from "./lines.ts";
import { TranscriptError } from "./transcript-error.ts";

/** One record of a file, which is an object in every format, and where it stands. */
export interface FileRecord {
  readonly value: JsonObject;
  readonly place: Place;
}

type Report = (place: Place, reason: string) => void;

/** Recorded values that are nested deeper are taken for damage: what works on items later recurses. */
const DEEPEST = 500;

/**
 * The records of a file: the lines of a JSONL file, which are parsed one by one, the elements of one JSON array, or one
 * JSON object. A line that cannot be read is reported and left out; a document that cannot be read is refused.
 *
 * @throws TranscriptError for an empty file, and for a document that is no JSON, with line and column
 */
export async function* recordsOf(file: string, lines: AsyncIterable<Line>, report: Report): AsyncGenerator<FileRecord> {
  // Whether a file is one document is known once its first line turned out not to be JSON, or to be all there is.
  let document: Line[] | null = null;
  let first: { readonly value: JsonValue; readonly place: Place } | null = null;
  let count = 0;
  for await (const line of lines) {
    if (line.damage !== null) report(at(line), line.damage);
    if (line.text.trim() === "") continue;
    count += 1;
    if (document !== null) document.push(line);
    else if (count > 1) {
      if (first !== null) yield* recordOf(first.value, first.place, report);
      first = null;
      yield* fromLine(line, report);
    } else {
      const value = parsed(line.text);
      if (value === undefined) document = [line];
      else first = { value, place: at(line) };
    }
  }
  if (document !== null) yield* fromDocument(file, document, report);
  else if (first !== null) yield* elementsOf(first.value, first.place, report);
  else if (count === 0) {
    throw new TranscriptError({ file, reason: "it is empty", remedy: "Check that a session was recorded into it." });
  }
}

function at(line: Line): Place {
  return { line: line.number, element: null };
}

/** The value of a JSON text; `undefined`, which no JSON is, where it is none. */
function parsed(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function* fromLine(line: Line, report: Report): Generator<FileRecord> {
  const value = parsed(line.text);
  if (value !== undefined) return yield* recordOf(value, at(line), report);
  const fault = jsonFault(line.text);
  report(
    at(line),
    `skipped: the line is no JSON${fault === null ? "" : `: at column ${fault.column} ${fault.reason}`}`,
  );
}

function* fromDocument(file: string, lines: readonly Line[], report: Report): Generator<FileRecord> {
  const text = joined(file, lines);
  const value = parsed(text);
  if (value !== undefined) return yield* elementsOf(value, { line: null, element: null }, report);
  if (isJsonLines(lines)) {
    for (const line of lines) yield* fromLine(line, report);
    return;
  }
  const fault = jsonFault(text);
  throw new TranscriptError({
    file,
    ...(fault === null ? {} : { line: fault.line, column: fault.column }),
    reason: `it is no JSON${fault === null ? "" : `: ${fault.reason}`}`,
    remedy: "Mend the file at this place, or record it again. Of a JSONL file, a damaged line costs that line only.",
  });
}

/** The text of the whole file; blank lines are put back so that places in it are right. */
function joined(file: string, lines: readonly Line[]): string {
  try {
    let number = 1;
    return lines
      .map((line) => {
        const feeds = "\n".repeat(line.number - number);
        number = line.number;
        return feeds + line.text;
      })
      .join("");
  } catch (cause) {
    const reason = "it is one JSON document, larger than a string can be";
    throw new TranscriptError({ file, reason, remedy: "Write it as JSONL, one record a line.", cause });
  }
}

/** Whether the lines after an unreadable first one are records. Those of a document end in commas and are none. */
function isJsonLines([, ...others]: readonly Line[]): boolean {
  const records = others.filter((line) => isJsonObject(parsed(line.text))).length;
  return records > 0 && records * 2 >= others.length;
}

/** The elements of an array are records; any other document is one. */
function* elementsOf(document: JsonValue, { line }: Place, report: Report): Generator<FileRecord> {
  if (!isList(document)) return yield* recordOf(document, { line, element: null }, report);
  for (const [index, element] of document.entries()) yield* recordOf(element, { line, element: index + 1 }, report);
}

function* recordOf(value: JsonValue, place: Place, report: Report): Generator<FileRecord> {
  if (!isJsonObject(value)) report(place, `skipped: ${describe(value)} is no record`);
  else if (!isWithin(value, DEEPEST)) report(place, `skipped: it is nested more than ${DEEPEST} levels deep`);
  else yield { value, place };
}

function isWithin(value: JsonValue | undefined, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member: JsonValue | undefined) => isWithin(member, levels - 1));
}
