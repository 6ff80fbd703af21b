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

/** How many tasks' sections are remembered. */
const TASKS = 64;

/** A text that was counted; for an item of a section its JSON, and how it stands in the window. */
interface Counted {
  readonly text: string;
  readonly tokens: number;
  readonly item?: WindowItem;
}

/** The text of the tool list among those of the sections; a section's id has no space. */
const TOOLS = "the tool list";

/** Measures sections and makes input messages of them; a section whose text has not changed costs nothing. */
export class SectionMessages {
  readonly #count: CountTokens;
  /** By task, what its last window had. */
  readonly #counted = new Recent<ReadonlyMap<string, Counted>>(TASKS);
  readonly #messages = new Recent<ReadonlyMap<string, WindowItem>>(TASKS);

  constructor(count: CountTokens) {
    this.#count = count;
  }

  /** Measures the sections and the tool list of one window. */
  async measure(
    rendered: readonly RenderedSection[],
    tools: string,
    call: CallContext,
  ): Promise<{ readonly measured: readonly MeasuredSection[]; readonly toolTokens: number }> {
    const before = this.#counted.get(call.taskId);
    const counted = new Map<string, Counted>();
    /** Counts a text that seldom changes; `as` is what is counted where it stands in an item. */
    const tokensOf = async (key: string, content: string, as: string | InputItem): Promise<number> => {
      const known = before?.get(key);
      const tokens = known?.text === content ? known.tokens : await this.#count(as, call);
      counted.set(key, { text: content, tokens });
      return tokens;
    };

    const measured: MeasuredSection[] = [];
    for (const each of rendered) {
      const { id, section, content } = each;
      if (content.kind === "text") {
        const isInstruction = section.stability === "static";
        const as = isInstruction ? content.text : messageOf(section.speaker, [text(content.text)]);
        measured.push({ ...each, tokens: await tokensOf(id, content.text, as), items: [] });
        continue;
      }
      const items: WindowItem[] = [];
      for (const [index, item] of content.items.entries()) {
        const [key, json] = [`${id} ${index}`, JSON.stringify(item)];
        const known = before?.get(key);
        const placed =
          known?.text === json && known.item !== undefined
            ? known.item
            : freeze({ item, tokens: await this.#count(item, call), stability: section.stability, sections: [id] });
        counted.set(key, { text: json, tokens: placed.tokens, item: placed });
        items.push(placed);
      }
      measured.push({ ...each, tokens: items.reduce((sum, { tokens }) => sum + tokens, 0), items: freeze(items) });
    }
    const toolTokens = tools === "" ? 0 : await tokensOf(TOOLS, tools, tools);
    this.#counted.set(call.taskId, counted);
    return { measured, toolTokens };
  }

  /** The items of the sections that stand before the history, and of those behind it. */
  itemsOf(taskId: string, before: readonly MeasuredSection[], behind: readonly MeasuredSection[]) {
    const known = this.#messages.get(taskId);
    const messages = new Map<string, WindowItem>();
    const message = (run: readonly MeasuredSection[]): WindowItem => {
      const key = run.map(({ id }) => id).join(" ");
      const made = messageOfRun(run, known?.get(key));
      messages.set(key, made);
      return made;
    };
    const items = { leading: itemsOf(before, message), trailing: itemsOf(behind, message) };
    this.#messages.set(taskId, messages);
    return items;
  }
}

/** One message for each run of text sections with the same speaker and stability; each section is a part of its own. */
function itemsOf(
  measured: readonly MeasuredSection[],
  message: (run: readonly MeasuredSection[]) => WindowItem,
): readonly WindowItem[] {
  const items: WindowItem[] = [];
  let run: MeasuredSection[] = [];
  const flush = (): void => {
    if (run.length > 0) items.push(message(run));
    run = [];
  };
  for (const each of measured) {
    const [first] = run;
    const joins = first?.section.speaker === each.section.speaker && first.section.stability === each.section.stability;
    if (!joins || each.content.kind === "items") flush();
    if (each.content.kind === "text") run.push(each);
    else items.push(...each.items);
  }
  flush();
  return items;
}

/** The same object for the same texts, so that what was derived from it is found again. */
function messageOfRun(run: readonly MeasuredSection[], known: WindowItem | undefined): WindowItem {
  const parts = run.flatMap(({ content }) => (content.kind === "text" ? [text(content.text)] : []));
  if (known !== undefined && holds(known.item, parts)) return known;
  const [first] = run;
  return freeze({
    item: messageOf(first?.section.speaker ?? "developer", parts),
    tokens: run.reduce((sum, { tokens }) => sum + tokens, 0),
    stability: first?.section.stability ?? "turn",
    sections: run.map(({ id }) => id),
  });
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
