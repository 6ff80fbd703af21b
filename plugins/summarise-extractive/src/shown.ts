import { factsIn } from "./facts.ts";

/** Deeper paths than this are not taken apart. */
const MOST_SEGMENTS = 14;

/** What a summary shows already: a fact that stands in a chosen sentence, or inside a longer path, needs no second place. */
export class Shown {
  readonly #texts = new Set<string>();

  /** Notes every fact of a line. */
  line(text: string): void {
    for (const fact of factsIn(text)) this.fact(fact.text);
  }

  fact(text: string): void {
    this.#texts.add(text);
    if (!text.includes("/")) return;
    const segments = text.split("/");
    if (segments.length > MOST_SEGMENTS) return;
    for (let from = 0; from < segments.length; from += 1) {
      for (let to = from + 1; to <= segments.length; to += 1) this.#texts.add(segments.slice(from, to).join("/"));
    }
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }
}
