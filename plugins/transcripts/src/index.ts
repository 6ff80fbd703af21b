export { toResponsesItem } from "@varve/wire";
export { type Detection, detectFormat } from "./detect-format.ts";
export type { AnswerFacts, FormatReader, Likeness, Place, RecordSink, Tape } from "./format-reader.ts";
export { type ReadOptions, readRecording } from "./read-recording.ts";
export { READERS } from "./readers.ts";
export type { BuiltInFormatId, FormatId, LeftOut, Problem, RecordedCall, Recording } from "./recording.ts";
export { type Replay, type ReplayStep, replayOf } from "./replay.ts";
export { TranscriptError, type TranscriptFault } from "./transcript-error.ts";
