import { type HistoryEntry, plainText, type SummariseContext } from "@varve/kernel";
import { type Fact, factOf, type SectionName } from "./fact.ts";

const PATH =
  /(?:[\w.@~-]+\/)+[\w.@-]*\w|\b[\w-]+\.(?:[cm]?[jt]sx?|json|md|py|rs|go|java|toml|ya?ml|css|html|sql|sh|txt|csv)\b|https?:\/\/[^\s"'<>)]+/g;
const IDENTIFIER =
  /\b(?:[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Za-z]+(?:[_-][A-Za-z0-9]+)*_[A-Za-z0-9]+|(?=[a-f0-9]*\d)(?=[a-f0-9]*[a-f])[a-f0-9]{7,40}|[A-Z]{2,}-?\d+)\b|#[0-9a-f]{6}\b/g;
const NUMBER = /(?<![\w.]|\d,)\d[\d,]{0,30}(?:\.\d{1,30})?%?(?!\w)/g;

/**
 * The longest run of signs that a name is made of; a longer one is data. It is cut out before it is matched: every sign of it could
 * begin a path, and each would be followed to the end.
 */
const DATA = /[\w.@~/-]{200,20000}/g;
const ERROR =
  /\b(?:\w*(?:error|exception)|failed|failure|cannot|denied|refused|not found|E[A-Z]{4,}|traceback|fatal)\b|エラー|失敗|错误|失败/i;
const DECISION =
  /\b(?:decided|decision|instead of|because|we will|I will|I'll|let's|chose|must|should not|has to|turns out|found that|fixed|root cause)\b|決め|原因|决定|因为/i;

/** Longer lines are data, characters. */
const LONGEST_LINE = 240;

/** The facts of what is removed, by patterns alone: the same for the same input. */
export function extracted({ removed, folded }: SummariseContext): readonly Fact[] {
  const facts: (Fact | null)[] = folded.map(({ section, text }) =>
    factOf("Decisions", `Section ${section} said: ${text}`, []),
  );
  for (const entry of removed) facts.push(...statements(entry));
  facts.push(...names(removed));
  return facts.filter((fact) => fact !== null);
}

function statements({ id, item, made }: HistoryEntry): readonly (Fact | null)[] {
  const fact = (section: SectionName, words: string) => factOf(section, words, [id]);
  switch (item.kind) {
    case "message": {
      const text = plainText(item);
      if (item.role === "user") return made === undefined ? [fact("Requests", text)] : [];
      if (item.role !== "assistant") return [];
      const lines = sentencesOf(text);
      const last = lines.at(-1);
      return [
        ...lines
          .filter((line) => line.endsWith("?") || line.endsWith("？"))
          .map((line) => fact("Open questions", line)),
        ...lines.filter((line) => DECISION.test(line)).map((line) => fact("Decisions", line)),
        ...(last === undefined ? [] : [fact("Next step", last)]),
      ];
    }
    case "tool_result": {
      const lines = plainText(item)
        .split("\n")
        .map((line) => line.trim());
      const said = lines.filter((line) => line.length <= LONGEST_LINE && ERROR.test(line)).slice(0, 4);
      const first = item.isError === true && said.length === 0 ? lines.filter((line) => line !== "").slice(0, 1) : [];
      return [...said, ...first].map((line) => fact("Errors", line));
    }
    case "tool_call":
    case "reasoning":
    case "opaque":
      return [];
  }
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?。！？])\s*(?=[\p{Lu}\p{Lo}\d`"“(])|\n/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 3 && sentence.length <= LONGEST_LINE);
}

/** How many names one line has: several share the ids behind it, and so cost less. */
const NAMES_A_LINE = 12;

/** What is written this often, or by the model or the user itself, is likely to be used again. */
const USED = 3;

/**
 * Paths, identifiers and figures, each once, in a line of the entry where it stood last: those that the model or the user wrote, or
 * that stood in several entries, apart from those that were only seen. The oldest come first.
 */
function names(removed: readonly HistoryEntry[]): readonly (Fact | null)[] {
  const found = new Map<string, { entry: string; weight: number; order: number }>();
  for (const [order, { id, item }] of removed.entries()) {
    const own = item.kind === "tool_call" || item.kind === "message" ? USED : 1;
    for (const name of new Set(namesIn(plainText(item)))) {
      found.set(name, { entry: id, weight: (found.get(name)?.weight ?? 0) + own, order });
    }
  }
  const sorted = [...found].toSorted(([, a], [, b]) => a.weight - b.weight || a.order - b.order);
  const isUsed = ([, { weight }]: (typeof sorted)[number]): boolean => weight >= USED;
  return [
    ...linesOf(
      "Also seen",
      sorted.filter((each) => !isUsed(each)),
    ),
    ...linesOf("Files and identifiers", sorted.filter(isUsed)),
  ];
}

function linesOf(
  section: "Also seen" | "Files and identifiers",
  names: readonly (readonly [string, { readonly entry: string }])[],
): readonly (Fact | null)[] {
  const facts: (Fact | null)[] = [];
  for (let start = 0; start < names.length; start += NAMES_A_LINE) {
    const part = names.slice(start, start + NAMES_A_LINE);
    const entries = part.map(([, { entry }]) => entry).slice(-2);
    facts.push(factOf(section, part.map(([name]) => name).join(" · "), entries));
  }
  return facts;
}

export function namesIn(text: string): readonly string[] {
  const written = text.replace(DATA, " ");
  const all = [PATH, IDENTIFIER, NUMBER].flatMap((pattern) => [...written.matchAll(pattern)].map(([name]) => name));
  return all.filter((name) => name.length <= 120 && (name.length >= 4 || /\d{3}/.test(name)));
}
