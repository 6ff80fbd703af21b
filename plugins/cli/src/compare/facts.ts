import { type InputItem, plainText } from "@varve/kernel";

/** What later work may need to repeat exactly, or to know of. */
export type FactKind = "path" | "identifier" | "number" | "error" | "request" | "decision";

export const FACT_KINDS: readonly FactKind[] = ["path", "identifier", "number", "error", "request", "decision"];

export interface Fact {
  readonly kind: FactKind;
  readonly text: string;
}

const PATH =
  /(?:[\w.@~-]+\/)+[\w.@-]*\w|\b[\w-]+\.(?:[cm]?[jt]sx?|json|md|py|rs|go|java|toml|ya?ml|css|html|sql|sh|txt|csv)\b/g;
const IDENTIFIER =
  /\b(?:[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Za-z]+(?:_[A-Za-z0-9]+)+|(?=[a-f0-9]*\d)(?=[a-f0-9]*[a-f])[a-f0-9]{7,40}|[A-Z]{2,}-?\d+)\b/g;
const NUMBER = /(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w])/g;
const ERROR =
  /\b(?:\w*(?:error|exception)|failed|failure|cannot|denied|refused|not found|ENOENT|E[A-Z]{4,}|traceback|fatal)\b/i;
const DECISION = /\b(?:decided|decision|instead of|because|we will|I will|I'll|let's|chose|must|should not|has to)\b/i;

/** Longer ones are data and no statement, characters. */
const LONGEST_LINE = 200;

/** The facts of an item, each once. They are found by patterns alone, the same for every strategy that is compared. */
export function factsOf(item: InputItem): readonly Fact[] {
  const text = plainText(item);
  const facts = new Map<string, Fact>();
  const add = (kind: FactKind, words: string): void => {
    if (words !== "") facts.set(`${kind} ${words}`, { kind, text: words });
  };
  for (const [path] of text.matchAll(PATH)) if (path.length >= 4) add("path", path);
  for (const [name] of text.matchAll(IDENTIFIER)) if (name.length >= 4) add("identifier", name);
  for (const [number] of text.matchAll(NUMBER)) if (number.replaceAll(/\D/g, "").length >= 3) add("number", number);
  if (item.kind === "message" && item.role === "user") add("request", firstLine(text));
  if (item.kind === "message" && item.role === "assistant") {
    for (const line of sentencesOf(text)) if (DECISION.test(line)) add("decision", line);
  }
  if (item.kind === "tool_result") {
    for (const line of text.split("\n")) if (line.length <= LONGEST_LINE && ERROR.test(line)) add("error", line.trim());
  }
  return [...facts.values()];
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").slice(0, LONGEST_LINE);
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?。！？])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 0 && sentence.length <= LONGEST_LINE);
}

/** How much of a statement has to be there in other words, a share of its words of four letters and more. */
const ENOUGH_WORDS = 0.6;

/** Whether a fact can be found in a text: what has to be exact as it stands, a statement also by most of its words. */
export function isFound({ kind, text }: Fact, within: string, words: ReadonlySet<string>): boolean {
  if (within.includes(text)) return true;
  if (kind === "path" || kind === "identifier" || kind === "number") return false;
  const own = wordsOf(text);
  if (own.size === 0) return false;
  const found = [...own].filter((word) => words.has(word)).length;
  return found / own.size >= ENOUGH_WORDS;
}

/** The words of a text that mean something by their length, in small letters. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? []);
}
