import type { CallContext } from "../hooks/contexts.ts";
import { freeze } from "../immutable.ts";
import type { InputItem, Message, TextPart } from "../items.ts";
import { text } from "../items.ts";
import { Recent } from "./recent.ts";
import { type RenderedSection, shownText } from "./section-rendering.ts";
import type { WindowItem, WindowSection } from "./window.ts";

export type CountTokens = (content: string | InputItem, call: CallContext) => Promise<number>;

/** A rendered section with its tokens as it stands in the window, and its items where it is items. */
export interface MeasuredSection extends RenderedSection {
  readonly tokens: number;
  readonly items: readonly WindowItem[];
}

/** Measures sections and makes input messages of them; a section whose text has not changed costs nothing. */
export class SectionMessages {
  readonly #count: CountTokens;
  readonly #counted = new Recent<{ readonly text: string; readonly tokens: number }>(1_024);
  readonly #messages = new Recent<WindowItem>(1_024);

  constructor(count: CountTokens) {
    this.#count = count;
  }

  async measure(rendered: readonly RenderedSection[], call: CallContext): Promise<readonly MeasuredSection[]> {
    const measured: MeasuredSection[] = [];
    for (const each of rendered) {
      const { id, section, content } = each;
      if (content.kind === "text") {
        const isInstruction = section.stability === "static";
        const counted = isInstruction ? content.text : messageOf(section.speaker, [text(content.text)]);
        measured.push({ ...each, tokens: await this.countText(id, content.text, call, counted), items: [] });
        continue;
      }
      const items: WindowItem[] = [];
      for (const item of content.items) {
        items.push({ item, tokens: await this.#count(item, call), stability: section.stability, sections: [id] });
      }
      measured.push({ ...each, tokens: items.reduce((sum, { tokens }) => sum + tokens, 0), items: freeze(items) });
    }
    return measured;
  }

  /** One message for each run of text sections with the same speaker and stability; each section is a part of its own. */
  itemsOf(measured: readonly MeasuredSection[]): readonly WindowItem[] {
    const items: WindowItem[] = [];
    let run: MeasuredSection[] = [];
    const flush = (): void => {
      if (run.length > 0) items.push(this.#message(run));
      run = [];
    };
    for (const each of measured) {
      const [first] = run;
      const joins =
        first?.section.speaker === each.section.speaker && first.section.stability === each.section.stability;
      if (!joins || each.content.kind === "items") flush();
      if (each.content.kind === "text") run.push(each);
      else items.push(...each.items);
    }
    flush();
    return items;
  }

  /** Counts a text that seldom changes; `as` is what is counted where it stands in an item. */
  async countText(key: string, content: string, call: CallContext, as: string | InputItem = content): Promise<number> {
    if (content === "") return 0;
    const before = this.#counted.get(key);
    if (before?.text === content) return before.tokens;
    const tokens = await this.#count(as, call);
    this.#counted.set(key, { text: content, tokens });
    return tokens;
  }

  /** The same object for the same texts, so that what was derived from it is found again. */
  #message(run: readonly MeasuredSection[]): WindowItem {
    const parts = run.flatMap(({ content }) => (content.kind === "text" ? [text(content.text)] : []));
    const sections = run.map(({ id }) => id);
    const key = sections.join(" ");
    const before = this.#messages.get(key);
    if (before !== undefined && holds(before.item, parts)) return before;
    const [first] = run;
    const made: WindowItem = freeze({
      item: messageOf(first?.section.speaker ?? "developer", parts),
      tokens: run.reduce((sum, { tokens }) => sum + tokens, 0),
      stability: first?.section.stability ?? "turn",
      sections,
    });
    this.#messages.set(key, made);
    return made;
  }
}

/** How a measured section is told of in the window. */
export function describeSection(measured: MeasuredSection): WindowSection {
  const { id, section, plugin, tokens } = measured;
  const place = section.stability === "static" ? "instructions" : "input";
  return { id, stability: section.stability, place, tokens, plugins: [plugin], text: shownText(measured), entries: 0 };
}

function messageOf(role: "developer" | "user", parts: readonly TextPart[]): Message {
  return { kind: "message", role, parts };
}

function holds(item: InputItem, parts: readonly TextPart[]): boolean {
  if (item.kind !== "message" || item.parts.length !== parts.length) return false;
  return item.parts.every((part, index) => part.kind === "text" && part.text === parts[index]?.text);
}
