import { defuse, head, type InputItem, legible, plainText, type SummariseContext } from "@varve/kernel";

/** A text that waits to be shown. Its size is known once it has been asked for, tokens. */
interface Waiting {
  readonly text: string;
  readonly size: number | null;
  /** Whether the size is what counting the rest of a larger text leaves, and not counted itself. */
  readonly isEstimate: boolean;
}

/** What is to be folded, as texts in order; large ones are taken in pieces. */
export class Material {
  readonly #count: (text: string) => Promise<number>;
  readonly #waiting: Waiting[];
  #at = 0;

  constructor(texts: readonly string[], count: (text: string) => Promise<number>) {
    // As they will stand in their block, so that what is counted is what is sent.
    this.#waiting = texts.map((text) => ({ text: defuse(legible(text)), size: null, isEstimate: false }));
    this.#count = async (text) => (await count(text)) + SEPARATOR_TOKENS;
  }

  get isEmpty(): boolean {
    return this.#at >= this.#waiting.length;
  }

  /** Takes what comes next and fits into some tokens: whole texts, or the beginning of one that is larger than them all. */
  async take(tokens: number): Promise<{ readonly text: string; readonly tokens: number }> {
    const taken: string[] = [];
    let left = tokens;
    for (let next = this.#waiting[this.#at]; next !== undefined; next = this.#waiting[this.#at]) {
      const size = await this.#sizeOf(next, left);
      if (size <= left) {
        taken.push(next.text);
        left -= size;
        this.#at += 1;
        continue;
      }
      if (taken.length === 0) {
        const { piece, counted } = await this.#beginning(next.text, size, left);
        taken.push(piece);
        left -= counted;
      }
      break;
    }
    return { text: taken.join(SEPARATOR), tokens: tokens - left };
  }

  /** Counts a text once; the rest of a large one again only when it may fit, or it would be counted as often as it is cut. */
  async #sizeOf({ text, size, isEstimate }: Waiting, left: number): Promise<number> {
    if (size !== null && (!isEstimate || size > left)) return size;
    const counted = await this.#count(text);
    this.#waiting[this.#at] = { text, size: counted, isEstimate: false };
    return counted;
  }

  /**
   * Takes the longest beginning found that fits, and never nothing: cut between characters, by the density of this very
   * text.
   */
  async #beginning(
    text: string,
    size: number,
    tokens: number,
  ): Promise<{ readonly piece: string; readonly counted: number }> {
    let piece = head(text, Math.floor((text.length * tokens) / size));
    let counted = await this.#count(piece);
    while (counted > tokens && piece.length > SMALLEST_PIECE) {
      // A dense beginning has more tokens than its share of the text.
      piece = head(text, Math.floor(piece.length * Math.min(0.95, tokens / counted)));
      counted = await this.#count(piece);
    }
    if (piece.length < SMALLEST_PIECE) piece = head(text, SMALLEST_PIECE);
    const rest = text.slice(piece.length);
    if (rest === "") this.#at += 1;
    else {
      const left = Math.max(1, size - counted);
      this.#waiting[this.#at] = { text: `${CONTINUED}${rest}`, size: left, isEstimate: true };
    }
    return { piece, counted };
  }
}

const CONTINUED = "[continued]\n";

const SEPARATOR = "\n\n";

/** What joins two texts, counted generously. */
const SEPARATOR_TOKENS = 2;

/** Progress is made even where counting says that nothing fits: longer than what marks a rest, UTF-16 code units. */
const SMALLEST_PIECE = 2 * CONTINUED.length;

/**
 * What is removed, as texts: the items as the model saw them, each with who or what speaks, and nothing of what stays. Calls
 * keep their names and arguments.
 */
export function removedTexts({ removed, window }: SummariseContext): readonly string[] {
  const wanted = new Set(removed.map(({ id }) => id));
  const rendered = new Map<string, InputItem[]>();
  for (const { entry, item } of window.input) {
    if (entry === undefined || !wanted.has(entry)) continue;
    const items = rendered.get(entry);
    if (items === undefined) rendered.set(entry, [item]);
    else items.push(item);
  }
  return removed.flatMap(({ id, item }) => rendered.get(id) ?? [item]).map(labelled);
}

function labelled(item: InputItem): string {
  return `[${labelOf(item)}]\n${plainText(item)}`;
}

function labelOf(item: InputItem): string {
  switch (item.kind) {
    case "message":
      return item.role;
    case "tool_call":
      return `tool call ${item.callId}`;
    case "tool_result":
      return `result of ${item.callId}`;
    case "reasoning":
      return "reasoning";
    case "opaque":
      return "other";
  }
}
