import type { InputItem, ToolDefinition, Usage } from "@varve/kernel";
import type { AnswerFacts, Place, Tape } from "./format-reader.ts";
import { requestIn } from "./goal.ts";
import type { LeftOut, Problem, RecordedCall, Recording } from "./recording.ts";
import { taskIdOf } from "./task-id.ts";
import { TranscriptError } from "./transcript-error.ts";

/** A file that is damaged on every line must not fill the memory with complaints. */
const PROBLEMS_KEPT = 1_000;

type Block = { readonly kind: "input"; readonly items: InputItem[] } | AnswerBlock;

interface AnswerBlock {
  readonly kind: "answer";
  readonly id: string | null;
  readonly items: InputItem[];
  usage: Usage | null;
  model: string | null;
}

/** What the tape knows in the end; the file and its format are added by who read it. */
export type Taken = Omit<Recording, "format" | "recognisedBy" | "file">;

/**
 * The tape on which readers lay a conversation. It holds blocks of input and of answers rather than a flat list, because
 * a format may record the parts of one answer with tool results between them.
 */
export class RecordingTape implements Tape {
  readonly #file: string;
  readonly #blocks: Block[] = [];
  readonly #answers = new Map<string, AnswerBlock>();
  readonly #instructions: string[] = [];
  readonly #tools = new Map<string, ToolDefinition>();
  readonly #problems: Problem[] = [];
  readonly #leftOut = new Map<string, { readonly what: string; readonly why: string; count: number }>();
  #problemCount = 0;
  #whole = false;
  #session: string | null = null;
  #goal: string | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  get empty(): boolean {
    return this.#blocks.length === 0;
  }

  input(items: readonly InputItem[], about: "request" | "no_request" = "request"): void {
    if (items.length === 0) return;
    const last = this.#blocks.at(-1);
    if (last?.kind === "input") for (const item of items) last.items.push(item);
    else this.#blocks.push({ kind: "input", items: [...items] });
    if (about === "request" && this.#goal === null) this.#goal = requestIn(items);
  }

  answer(items: readonly InputItem[], facts: AnswerFacts = {}): void {
    const block = this.#answerFor(facts.id ?? null);
    for (const item of items) block.items.push(item);
    // Where an answer is recorded in several steps, the last one knows all of its output.
    block.usage = facts.usage ?? block.usage;
    block.model = facts.model ?? block.model;
  }

  instructions(text: string): void {
    if (text !== "") this.#instructions.push(text);
  }

  tools(tools: readonly ToolDefinition[]): void {
    for (const tool of tools) this.#tools.set(tool.name, tool);
  }

  session(id: string): void {
    if (id.trim() !== "") this.#session = id;
  }

  problem({ line, element }: Place, reason: string): void {
    this.#problemCount += 1;
    if (this.#problems.length >= PROBLEMS_KEPT) return;
    this.#problems.push({ line, reason: element === null ? reason : `element ${element}: ${reason}` });
  }

  leaveOut(what: string, why: string): void {
    const key = `${what}\n${why}`;
    const known = this.#leftOut.get(key);
    if (known === undefined) this.#leftOut.set(key, { what, why, count: 1 });
    else known.count += 1;
  }

  whole(place: Place): void {
    if (this.#whole || !this.empty) {
      const remedy =
        "Keep one session a file. Requests of one session repeat each other: its last one holds all of it.";
      this.refuse(place, "it holds more than one request, and only one can be the whole session", remedy);
    }
    this.#whole = true;
  }

  refuse({ line, element }: Place, reason: string, remedy: string): never {
    throw new TranscriptError({
      file: this.#file,
      ...(line === null ? {} : { line }),
      reason: element === null ? reason : `element ${element}: ${reason}`,
      remedy,
    });
  }

  /** The conversation in one list, with the calls where they stood in it. */
  take(): Taken {
    const items: InputItem[] = [];
    const calls: RecordedCall[] = [];
    for (const block of this.#blocks) {
      if (block.kind === "answer") {
        const call = { at: items.length, produced: block.items.length, usage: block.usage, model: block.model };
        if (call.at > 0) calls.push(call);
        else this.leaveOut("model calls", "their answer begins the file: what the model was asked is not in it");
      }
      for (const item of block.items) items.push(item);
    }
    const instructions = this.#instructions.length === 0 ? null : this.#instructions.join("\n\n");
    return {
      taskId: taskIdOf(this.#session, instructions, items),
      goal: this.#goal,
      instructions,
      tools: [...this.#tools.values()],
      items,
      calls,
      problems: this.problems,
      leftOut: [...this.#leftOut.values()].map(({ what, count, why }): LeftOut => ({ what, count, why })),
    };
  }

  /** What was found damaged so far, by line: damage to the JSON itself is found before its neighbours are read. */
  get problems(): readonly Problem[] {
    const byLine = this.#problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
    const more = this.#problemCount - byLine.length;
    return more === 0
      ? byLine
      : [...byLine, { line: null, reason: `${more} more problems of this file are not listed` }];
  }

  #answerFor(id: string | null): AnswerBlock {
    const last = this.#blocks.at(-1);
    const known =
      id === null ? (last?.kind === "answer" && last.id === null ? last : undefined) : this.#answers.get(id);
    if (known !== undefined) return known;
    const block: AnswerBlock = { kind: "answer", id, items: [], usage: null, model: null };
    this.#blocks.push(block);
    if (id !== null) this.#answers.set(id, block);
    return block;
  }
}
