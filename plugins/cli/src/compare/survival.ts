import { type InputItem, plainText, type Window } from "@varve/kernel";
import type { ReplayedCall } from "../replay.ts";
import { FACT_KINDS, type Fact, type FactKind, factsOf, isFound, wordsOf } from "./facts.ts";

/** How many of some facts can still be found. */
export interface Share {
  readonly found: number;
  readonly of: number;
}

/** What of the removed parts survives. */
export interface Survived {
  /** Facts of everything that was removed so far, found in the window after the last compaction; by kind. */
  readonly kinds: Readonly<Record<FactKind, Share>>;
  /** Paths, identifiers and numbers of removed parts that the recording used again later, found in the window of that very call. */
  readonly reused: Share;
}

const NONE: Share = { found: 0, of: 0 };

/** Follows one replay and looks, after each compaction and before each recorded answer, for what was removed. */
export class Survival {
  readonly #gone = new Map<string, Fact>();
  #kinds: Readonly<Record<FactKind, Share>> = emptyKinds();
  #reused: Share = NONE;

  /** @param produced what the recorded model answered at this call */
  call({ window, records }: Pick<ReplayedCall, "window" | "records">, produced: readonly InputItem[]): void {
    for (const { removed } of records) {
      for (const { entry } of removed) {
        // What a compaction wrote itself was looked for when it was removed for the first time.
        if (entry.made !== undefined) continue;
        for (const fact of factsOf(entry.item)) this.#gone.set(keyOf(fact), fact);
      }
    }
    if (this.#gone.size === 0) return;
    const text = textOf(window);
    const words = wordsOf(text);
    if (records.length > 0) this.#kinds = this.#sharesIn(text, words);
    this.#reuse(produced, text, words);
  }

  get survived(): Survived {
    return { kinds: this.#kinds, reused: this.#reused };
  }

  #sharesIn(text: string, words: ReadonlySet<string>): Readonly<Record<FactKind, Share>> {
    const shares = emptyKinds();
    for (const fact of this.#gone.values()) {
      const before = shares[fact.kind];
      shares[fact.kind] = { found: before.found + (isFound(fact, text, words) ? 1 : 0), of: before.of + 1 };
    }
    return shares;
  }

  #reuse(produced: readonly InputItem[], text: string, words: ReadonlySet<string>): void {
    const used = new Map(produced.flatMap((item) => factsOf(item).map((fact) => [keyOf(fact), fact] as const)));
    for (const [key, fact] of used) {
      const isExact = fact.kind === "path" || fact.kind === "identifier" || fact.kind === "number";
      if (!isExact || !this.#gone.has(key)) continue;
      const { found, of } = this.#reused;
      this.#reused = { found: found + (isFound(fact, text, words) ? 1 : 0), of: of + 1 };
    }
  }
}

function textOf({ instructions, input }: Window): string {
  return [instructions, ...input.map(({ item }) => plainText(item))].join("\n");
}

function keyOf({ kind, text }: Fact): string {
  return `${kind} ${text}`;
}

function emptyKinds(): Record<FactKind, Share> {
  return { path: NONE, identifier: NONE, number: NONE, error: NONE, request: NONE, decision: NONE };
}

/** Two sessions' survivals as one. */
export function addedSurvival(a: Survived, b: Survived): Survived {
  const kinds = emptyKinds();
  for (const kind of FACT_KINDS) kinds[kind] = addedShare(a.kinds[kind], b.kinds[kind]);
  return { kinds, reused: addedShare(a.reused, b.reused) };
}

export function addedShare(a: Share, b: Share): Share {
  return { found: a.found + b.found, of: a.of + b.of };
}
