import { type InputItem, isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";
import { fromMessage, memberOf, textOf } from "@varve/wire";
import { answerFacts, sayCompactionPasses } from "./anthropic-answer.ts";
import { describe } from "./describe.ts";
import type { FormatReader, Likeness, Place, RecordSink, Tape } from "./format-reader.ts";

/**
 * Claude Code session files: one record a line, of which those of type `user` and `assistant` are the conversation. One
 * answer spans several records with the same `message.id`; each repeats the usage, and tool results may stand between them.
 */
export const claudeCodeReader: FormatReader = {
  id: "claude_code",
  title: "Claude Code session",
  recognise,
  begin: (tape) => new SessionRecords(tape),
};

/** The model's name in records that the harness wrote in its place. */
const SYNTHETIC = "<synthetic>";

function recognise(records: readonly JsonObject[]): Likeness | null {
  let session = false;
  for (const record of records) {
    const type = record.type;
    if ((type === "user" || type === "assistant") && isJsonObject(record.message) && "uuid" in record) {
      return { strength: "certain", because: "records of type user or assistant with a uuid and a message" };
    }
    const placed = typeof record.uuid === "string" && "isSidechain" in record;
    session ||= placed || type === "file-history-snapshot" || (type === "summary" && "leafUuid" in record);
  }
  return session ? { strength: "likely", because: "records of a session that holds no message yet" } : null;
}

/**
 * What was typed, or reported by a background task, while the model was at work reaches it as an attachment and stands
 * nowhere else in the file; `null` for every other record.
 */
function queuedMessage({ attachment }: JsonObject): JsonObject | null {
  if (!isJsonObject(attachment) || attachment.type !== "queued_command") return null;
  return attachment.prompt === undefined ? null : { content: attachment.prompt };
}

/** Whether a person said it; else the harness did. */
function isSaid({ isMeta, attachment }: JsonObject): boolean {
  return isMeta !== true && (memberOf(attachment, "commandMode") ?? "prompt") === "prompt";
}

class SessionRecords implements RecordSink {
  readonly #tape: Tape;
  /** Messages that were read; a session that is resumed may repeat them. */
  readonly #read = new Set<string>();
  readonly #answers = new Set<string>();
  #begun = false;
  /** The subagent whose own session this file is, `null` in a main session, `undefined` until a message tells. */
  #subagent: string | null | undefined;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  record(value: JsonObject, place: Place): void {
    this.#sayIfBegunBefore(value, place);
    const type = textOf(value.type);
    const message = type === "user" || type === "assistant" ? value.message : queuedMessage(value);
    if (type === null) this.#tape.problem(place, `skipped: ${describe(value)} is no session record`);
    else if (message === null) this.#tape.leaveOut(`${type} records`, "they are no messages");
    else if (this.#isOfThisSession(value)) this.#layMessage(value, message, place);
    else this.#tape.leaveOut("sidechain records", "they are the conversation of another agent");
  }

  #layMessage(value: JsonObject, message: JsonValue | undefined, place: Place): void {
    const role = value.type === "assistant" ? "assistant" : "user";
    const read = isJsonObject(message) ? fromMessage(message.content, role, textOf(message.model)) : null;
    if (!isJsonObject(message) || read === null) {
      this.#tape.problem(place, `skipped: its message has no content, it is ${describe(message)}`);
    } else if (this.#isRepeated(value)) {
      this.#tape.leaveOut("repeated records", "a record with the same uuid was read before");
    } else {
      for (const problem of read.problems) this.#tape.problem(place, problem);
      if (role === "user") this.#layUser(value, read.items);
      else this.#layAssistant(value, message, read.items);
    }
  }

  /** The first record of a session continues none; a file whose first one does was cut off in front. */
  #sayIfBegunBefore(value: JsonObject, place: Place): void {
    if (this.#begun || typeof value.uuid !== "string") return;
    this.#begun = true;
    if (typeof value.parentUuid !== "string" && typeof value.logicalParentUuid !== "string") return;
    this.#tape.problem(place, "the file begins in mid-session: the record that this one continues is not in it");
  }

  /**
   * Whether a message belongs to the conversation of this file, rather than to one that a tool call started beside it.
   * A subagent's own file holds nothing but records that name it.
   */
  #isOfThisSession(value: JsonObject): boolean {
    const agent = value.isSidechain === true ? textOf(value.agentId) : null;
    if (this.#subagent === undefined) this.#subagent = agent;
    const own = this.#subagent === null ? value.isSidechain !== true : agent === this.#subagent;
    const session = textOf(value.sessionId);
    // A subagent's records carry the id of the session that started it.
    if (own && session !== null) this.#tape.session(agent === null ? session : `${session}-${agent}`);
    return own;
  }

  #isRepeated({ uuid }: JsonObject): boolean {
    if (typeof uuid !== "string") return false;
    if (this.#read.has(uuid)) return true;
    this.#read.add(uuid);
    return false;
  }

  #layUser(value: JsonObject, items: readonly InputItem[]): void {
    if (value.isCompactSummary === true) {
      // What the recorded harness compacted is still in the file, except where the file begins with the summary.
      if (this.#tape.empty) this.#tape.input(items, "no_request");
      else
        this.#tape.leaveOut(
          "compaction summaries",
          "what they replaced stands in the file itself, as far as it was recorded",
        );
    } else if (value.isVisibleInTranscriptOnly === true) {
      this.#tape.leaveOut("records for the screen", "the model never saw them");
    } else this.#tape.input(items, isSaid(value) ? "request" : "no_request");
  }

  #layAssistant(value: JsonObject, message: JsonObject, items: readonly InputItem[]): void {
    if (value.isApiErrorMessage === true) {
      this.#tape.leaveOut("notices of failed calls", "the model never saw them");
    } else if (message.model === SYNTHETIC) {
      // No model gave this answer, so there was no call; but the next call saw it.
      this.#tape.input(items);
    } else {
      const facts = answerFacts(message);
      if (facts.id === undefined || !this.#answers.has(facts.id)) sayCompactionPasses(message, this.#tape);
      if (facts.id !== undefined) this.#answers.add(facts.id);
      this.#tape.answer(items, facts);
    }
  }
}
