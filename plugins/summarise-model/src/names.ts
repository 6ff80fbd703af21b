import { head, type InputItem, type WindowItem } from "@varve/kernel";

/** How much of a message or of a call's arguments names it, UTF-16 code units. */
const EXCERPT = 100;

/**
 * What the items that are shown are called in an instruction: enough to recognise each by. Alike ones are told apart by their
 * number. A call stands for its result too, and tools' words are never repeated outside of their block.
 */
export class Names {
  readonly #names = new Map<WindowItem, { readonly name: string; readonly number: number }>();
  readonly #alike = new Map<string, number>();

  constructor(shown: readonly WindowItem[]) {
    for (const each of shown) {
      const name = nameOf(each.item);
      if (name === null) continue;
      const number = (this.#alike.get(name) ?? 0) + 1;
      this.#alike.set(name, number);
      this.#names.set(each, { name, number });
    }
  }

  /** The names of those items that have one. */
  of(items: readonly WindowItem[]): readonly string[] {
    return items.flatMap((item) => {
      const named = this.#names.get(item);
      if (named === undefined) return [];
      const { name, number } = named;
      const alike = this.#alike.get(name) ?? 1;
      return alike === 1 ? [name] : [`${name} (number ${number} of ${alike} alike)`];
    });
  }
}

function nameOf(item: InputItem): string | null {
  switch (item.kind) {
    case "message": {
      const said = item.parts.find((part) => part.kind === "text")?.text ?? "";
      return `the ${item.role}'s message that begins ${excerpt(said)}`;
    }
    case "tool_call":
      return `the call of ${item.name} with ${excerpt(item.arguments)}, and its result`;
    case "tool_result":
    case "reasoning":
    case "opaque":
      return null;
  }
}

function excerpt(words: string): string {
  return JSON.stringify(head(words, EXCERPT));
}
