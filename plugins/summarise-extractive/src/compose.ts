import { cost } from "./cost.ts";
import { FACT_SECTIONS, factLines, numberText, readFacts, type ShownFact, shownFact } from "./fact-lines.ts";
import type { Failure } from "./failures.ts";
import { fill } from "./fill.ts";
import { type Extract, header, type Line, noLines, type SectionName, TERSE_BELOW, title } from "./layout.ts";
import type { Tally } from "./ledger.ts";
import { type Material, telling } from "./material.ts";
import { rankSentences } from "./rank.ts";
import { gist, requestLines } from "./requests.ts";
import { Shown } from "./shown.ts";
import { countsText, toolName, withCarried } from "./tool-uses.ts";

/** The share of the room that a section may take; what it leaves, and all the rest, goes to the facts. */
const SHARES = { requests: 0.16, said: 0.14, errors: 0.07, tools: 0.04, sections: 0.12, earlier: 0.35 } as const;

/** What a section may take of a small room all the same, tokens, if it leaves at least half of it. */
const LEAST = { requests: 80, said: 50, errors: 50, tools: 20, sections: 50, earlier: 80 } as const;

/** The most requests that are looked at; the first of them and the newest. */
const MOST_REQUESTS = 100;
const MOST_FACTS = 4_000;
const OUTCOMES = 6;

/**
 * Chooses what a summary of about so many tokens says.
 *
 * The sections of sentences come first, each within its share; then the facts that none of them shows yet fill what is
 * left, the most worthy for their length first.
 */
export function compose(material: Material, room: number): Extract {
  const { inventory, carried } = material;
  const terse = room < TERSE_BELOW;
  const lines = noLines();
  let left = room - cost(header(inventory, terse ? "terse" : "full"));
  const put = (name: SectionName, chosen: readonly Line[]): void => {
    const shown = terse ? chosen.filter(({ mark }) => mark === "-") : chosen;
    if (shown.length === 0) return;
    lines[name].push(...shown);
    left -= cost(title(name)) + 2 + sum(shown.map(priceOf));
  };
  const share = (name: keyof typeof SHARES) => {
    const allowed = Math.max(room * SHARES[name], Math.min(left / 2, LEAST[name]));
    return Math.max(0, Math.min(left, allowed) - cost(title(name)) - 2);
  };

  put("requests", requests(material, share("requests")));
  put("said", said(material, share("said")));
  put("earlier", earlier(material, share("earlier")));
  put("sections", sections(material, share("sections")));
  put("errors", errors(material, share("errors")));
  put("tools", tools(material, share("tools")));

  const shown = new Shown();
  for (const name of ["requests", "said", "earlier", "sections", "errors", "tools"] as const) {
    for (const { text } of lines[name]) shown.line(text);
  }
  const titles = sum(FACT_SECTIONS.map((name) => cost(title(name)) + 4));
  const facts = factLines(chooseFacts(material, readFacts(carried.lines), shown, left - titles));
  for (const name of FACT_SECTIONS) put(name, facts[name]);
  return { inventory, lines };
}

function requests({ requests: all, ledger }: Material, room: number): readonly Line[] {
  const few =
    all.length <= MOST_REQUESTS
      ? all
      : [all[0] ?? "", `(${all.length - MOST_REQUESTS} more)`, ...all.slice(1 - MOST_REQUESTS)];
  return requestLines(few, room, (sentence) => telling(sentence, ledger));
}

function said({ said: ranked }: Material, room: number): readonly Line[] {
  const priced = ranked.map((each) => ({ ...each, cost: cost(each.text) + 2 }));
  const chosen = fill(
    priced.filter(({ order }) => order >= 0),
    priced.filter(({ order }) => order < 0),
    room,
  );
  return [...chosen.carried, ...chosen.fresh]
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => ({ mark: "-", text }));
}

function earlier({ carried, ledger }: Material, room: number): readonly Line[] {
  const all = carried.lines.earlier;
  if (sum(all.map(priceOf)) <= room) return all;
  const ranked = rankSentences(
    all.map(({ text }, order) => ({ text, order, facts: telling(text, ledger), position: 0 })),
  ).map((each) => ({ ...each, cost: cost(each.text) + 2 }));
  return fill(ranked, [], room)
    .fresh.toSorted((a, b) => a.order - b.order)
    .map(({ text }) => ({ mark: "|", text }));
}

function sections({ sections: passages, carried, ledger }: Material, room: number): readonly Line[] {
  // A token is at least three characters of most texts: what is too long after all is left out by its price.
  const length = Math.max(80, Math.floor((room * 3) / Math.max(1, passages.length)));
  const fresh = passages.map(({ from = "", text }) =>
    priced({ mark: ">", text: `${toolName(from)}: ${gist(text, length, (sentence) => telling(sentence, ledger))}` }),
  );
  const chosen = fill(fresh, carried.lines.sections.map(priced), room);
  return [...chosen.carried, ...chosen.fresh].map(({ line }) => line);
}

function errors({ failures, carried }: Material, room: number): readonly Line[] {
  const fresh = failures.map((failure) => priced({ mark: ">", text: failureText(failure) }));
  const known = new Set(fresh.map(({ line }) => signature(line.text)));
  const kept = carried.lines.errors.filter(({ text }) => !known.has(signature(text))).map(priced);
  const chosen = fill(fresh, kept, room);
  return [...chosen.fresh, ...chosen.carried].map(({ line }) => line);
}

function failureText({ tool, text, times }: Failure): string {
  return `${toolName(tool)}: ${text}${times > 1 ? ` (×${times})` : ""}`;
}

/** Two failures are the same when they differ in figures alone. */
function signature(text: string): string {
  return text.replace(/ \(×\d+\)$/, "").replace(/\d+/g, "0");
}

function tools({ toolUses, carried }: Material, room: number): readonly Line[] {
  const uses = withCarried(
    toolUses,
    carried.lines.tools.filter(({ mark }) => mark === "-"),
  );
  const counts = countsText(uses);
  if (counts === "" || cost(counts) + 2 > room) return [];
  const outcomes = toolUses
    .filter(({ lastOutcome }) => lastOutcome !== "")
    .slice(0, OUTCOMES)
    .map(({ tool, lastOutcome }) => priced({ mark: ">", text: `last of ${tool}: ${lastOutcome}` }));
  const chosen = fill(outcomes, [], room - cost(counts) - 2);
  return [{ mark: "-", text: counts }, ...chosen.fresh.map(({ line }) => line)];
}

function chooseFacts(
  { ledger }: Material,
  carried: readonly ShownFact[],
  shown: Shown,
  room: number,
): readonly ShownFact[] {
  const fresh = ledger
    .ranked()
    .slice(0, MOST_FACTS)
    .filter(({ tally }) => !isBareNumber(tally) && !shown.has(tally.text))
    .map(({ tally, worth }) => ({ fact: factOf(tally), worth }))
    .map(({ fact, worth }) => ({ ...fact, value: worth / fact.cost ** 0.7 }))
    .sort((a, b) => b.value - a.value || (a.text < b.text ? -1 : 1));
  const kept = carried.filter(({ text }) => !shown.has(text));
  const chosen = fill(unrepeated(fresh, shown), kept, Math.max(0, room));
  const texts = new Set(chosen.fresh.map(({ text }) => text));
  return [...chosen.fresh, ...chosen.carried.filter(({ text }) => !texts.has(text))];
}

/** A small number without a label that a single output held: a line number, most likely. */
function isBareNumber({ kind, label, lastUsed, passages, text }: Tally): boolean {
  return kind === "number" && label === "" && lastUsed < 0 && passages === 1 && text.length < 5;
}

/** Leaves out what a better fact shows already, such as a file's name beside its path. */
function unrepeated<Fact extends ShownFact>(facts: readonly Fact[], shown: Shown): readonly Fact[] {
  return facts.filter((fact) => {
    if (shown.has(fact.text)) return false;
    shown.fact(fact.text);
    return true;
  });
}

function factOf(tally: Tally): ShownFact {
  const text = tally.kind === "number" ? numberText(tally.text, tally.label) : tally.text;
  return shownFact({
    kind: tally.kind,
    text,
    quoted: tally.lastUsed < 0,
    tool: tally.tool === "" ? "" : toolName(tally.tool),
  });
}

function priced(line: Line): { readonly line: Line; readonly cost: number } {
  return { line, cost: priceOf(line) };
}

function priceOf(line: Line): number {
  return cost(line.text) + 2;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
