import type { InputItem, JsonObject, ToolDefinition, Usage } from "@varve/kernel";
import type { FormatId } from "./recording.ts";

/**
 * Reads one format. A file is a sequence of JSON objects, its records, to it: the lines of a JSONL file, the elements of a JSON array,
 * or the one object that the file holds. A plugin adds a format by handing such a reader to `readRecording`.
 */
export interface FormatReader {
  readonly id: FormatId;
  /** For people: `Claude Code session`. */
  readonly title: string;
  /**
   * How much the first records of a file look like this format, or `null`. It is asked with at least one record and must
   * not throw, whatever the records are.
   */
  recognise(records: readonly JsonObject[]): Likeness | null;
  /** Begins to read one file; what it holds is laid on the tape. */
  begin(tape: Tape): RecordSink;
}

export interface Likeness {
  /**
   * - `certain`: something that only this format has
   * - `likely`: something that others hardly have
   * - `possible`: nothing speaks against it
   */
  readonly strength: "certain" | "likely" | "possible";
  /** The evidence, as the end of the sentence "taken for … because of …". */
  readonly because: string;
}

/** Gets the records of one file, in order. */
export interface RecordSink {
  record(value: JsonObject, place: Place): void;
  /** Called once, after the last record. */
  end?(): void;
}

/** Where a record stands, for messages. */
export interface Place {
  /** The line of the file, from 1; `null` within a JSON document. */
  readonly line: number | null;
  /** The element of the document's list, from 1; `null` where there is no list. */
  readonly element: number | null;
}

export interface AnswerFacts {
  /** The answer's own id. Items with the same id are one answer, wherever their records stand. */
  readonly id?: string;
  readonly usage?: Usage | null;
  readonly model?: string | null;
}

/** Takes down what a reader finds. Items keep the order in which they were laid, except that an answer stays together. */
export interface Tape {
  /** Lays what the model was given: user messages, tool results, notes of the harness. */
  input(items: readonly InputItem[], about?: "request" | "no_request"): void;
  /**
   * Lays what the model gave. Items without an id continue the run of output that they stand in; a new run begins where
   * input stands between.
   */
  answer(items: readonly InputItem[], facts?: AnswerFacts): void;
  /** The system prompt; several are joined by a blank line. */
  instructions(text: string): void;
  tools(tools: readonly ToolDefinition[]): void;
  /** The session's own id; the last word counts. */
  session(id: string): void;
  /** Says that something is damaged. */
  problem(place: Place, reason: string): void;
  /** Says that something was left out on purpose. Equal reports are counted together. */
  leaveOut(what: string, why: string): void;
  /**
   * Says that a record is the whole session, as a request body is. Requests of one session repeat each other, so there
   * can be one. @throws TranscriptError when anything stands before it
   */
  whole(place: Place): void;
  /** Whether nothing has been laid yet. */
  readonly empty: boolean;
  /** Gives the whole file up. @throws TranscriptError always */
  refuse(place: Place, reason: string, remedy: string): never;
}
