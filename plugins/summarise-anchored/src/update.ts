import { type Fact, factOf, SECTIONS, type SectionName } from "./fact.ts";
import { lineOf, summaryText } from "./summary-text.ts";

/** Names of one line, as they are joined there. */
const JOINED = " · ";

/**
 * A summary with new facts behind its own. What is there already is not said twice; of the next step, only the newest counts.
 */
export function updated(before: readonly Fact[], added: readonly Fact[]): readonly Fact[] {
  const isNewStep = added.some(({ section }) => section === "Next step");
  const kept = isNewStep ? before.filter(({ section }) => section !== "Next step") : before;
  const said = new Set(kept.map(({ section, text }) => `${section} ${text}`));
  const named = new Set(kept.flatMap(({ section, text }) => (isNames(section, text) ? text.split(JOINED) : [])));
  const fresh: Fact[] = [];
  for (const fact of latestStep(added)) {
    const once = isNames(fact.section, fact.text) ? withoutKnown(fact, named) : fact;
    if (once === null || said.has(`${once.section} ${once.text}`)) continue;
    said.add(`${once.section} ${once.text}`);
    fresh.push(once);
  }
  return [...kept, ...fresh];
}

function isNames(section: Fact["section"], text: string): boolean {
  return (section === "Files and identifiers" || section === "Also seen") && text.includes(JOINED);
}

function withoutKnown({ section, text, entries }: Fact, named: Set<string>): Fact | null {
  const names = text.split(JOINED).filter((name) => !named.has(name));
  for (const name of names) named.add(name);
  return factOf(section, names.join(JOINED), entries);
}

function latestStep(added: readonly Fact[]): readonly Fact[] {
  const last = added.findLastIndex(({ section }) => section === "Next step");
  return added.filter(({ section }, index) => section !== "Next step" || index === last);
}

/** How much of a summary each section may have where there is no room for all, shares; the next step is one line. */
const SHARES: { readonly [Section in SectionName]: number } = {
  Requests: 0.15,
  Decisions: 0.2,
  "Files and identifiers": 0.4,
  "Also seen": 0.05,
  Errors: 0.15,
  "Open questions": 0.05,
  "Next step": 1,
};

/**
 * The facts that fit, as a summary; what is left out is counted in it. Room is made where a section has most beyond its share, from
 * its oldest line on. The newest of each stays: a summary without its latest decision would mislead.
 */
export async function fitted(
  facts: readonly Fact[],
  mostTokens: number,
  count: (text: string) => Promise<number>,
): Promise<string> {
  const sizes = new Map<Fact, number>();
  for (const fact of facts) sizes.set(fact, await count(`${lineOf(fact)}\n`));
  const frame = await count(summaryText(SECTIONS.map((section) => ({ section, text: "", entries: [] }))));
  const sizeOf = (fact: Fact): number => sizes.get(fact) ?? 0;
  const queues = SECTIONS.map((section) => {
    const own = facts.filter((fact) => fact.section === section);
    return { section, own, tokens: own.reduce((sum, fact) => sum + sizeOf(fact), 0), dropped: 0 };
  });
  let over = queues.reduce((sum, { tokens }) => sum + tokens, frame) - mostTokens;
  while (over > 0) {
    const [queue] = queues
      .filter(({ own, dropped }) => own.length - dropped > 1)
      .toSorted((a, b) => b.tokens / SHARES[b.section] - a.tokens / SHARES[a.section]);
    const oldest = queue?.own[queue.dropped];
    if (queue === undefined || oldest === undefined) break;
    queue.dropped += 1;
    queue.tokens -= sizeOf(oldest);
    over -= sizeOf(oldest);
  }
  const text = summaryText(queues.flatMap(({ own, dropped }) => own.slice(dropped)));
  const gone = queues.reduce((sum, { dropped }) => sum + dropped, 0);
  return gone === 0 ? text : `${text}\n\n(${gone} older lines had no room. Their entries stand in the records.)`;
}
