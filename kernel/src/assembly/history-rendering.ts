import { Fold } from "../growing.ts";
import type { CallContext, SectionContext, SectionResult } from "../hooks/contexts.ts";
import type { Operation } from "../hooks/operation.ts";
import { freeze, freezeShallow } from "../immutable.ts";
import type { InputItem } from "../items.ts";
import { plainText } from "../plain-text.ts";
import type { AgentState, HistoryEntry } from "../state/agent-state.ts";
import type { Pairs } from "../state/pairing.ts";
import { noSectionFor, renderEntry } from "./entry-rendering.ts";
import { type Section, sectionOf } from "./section-order.ts";
import type { WindowItem } from "./window.ts";

/** What the history comes to, in one section. */
interface EntrySectionTotals {
  readonly tokens: number;
  readonly entries: number;
  readonly plugins: readonly string[];
}

/** The rendered history as it runs on while the history grows. */
interface PlacedHistory {
  readonly items: WindowItem[];
  readonly bySection: Map<string, EntrySectionTotals>;
  /** Reasoning that waits for the item it belongs to; without one it cannot be sent. */
  held: WindowItem[];
}

/** The rendered history up to one state. */
export interface HistoryView {
  /** Shared with later views, which only add to it: of this one are the first {@link count}. */
  readonly items: readonly WindowItem[];
  readonly count: number;
  readonly bySection: ReadonlyMap<string, EntrySectionTotals>;
}

/** How many entries are rendered side by side: while one waits for its digest, others are counted. */
const AT_ONCE = 64;

interface Rendered {
  /** The tool that the entry was taken to answer: the same result can answer another call in another history. */
  readonly toolName: string | null;
  readonly section: string;
  readonly plugin: string;
  readonly items: readonly WindowItem[];
}

/** Renders and counts each immutable entry once, and places it behind what was placed before. */
export class HistoryRendering {
  readonly #sections: readonly Section[];
  readonly #operation: (id: string) => Operation<SectionContext, SectionResult>;
  readonly #count: (content: InputItem, call: CallContext) => Promise<number>;
  readonly #pairs: Pairs;
  readonly #rendered = new WeakMap<HistoryEntry, Rendered>();
  readonly #placed = new Fold<HistoryEntry, PlacedHistory>(
    () => ({ items: [], bySection: new Map(), held: [] }),
    (placed, entry) => this.#place(placed, entry),
  );

  constructor(parts: {
    readonly sections: readonly Section[];
    readonly operation: (id: string) => Operation<SectionContext, SectionResult>;
    readonly count: (content: InputItem, call: CallContext) => Promise<number>;
    readonly pairs: Pairs;
  }) {
    this.#sections = parts.sections;
    this.#operation = parts.operation;
    this.#count = parts.count;
    this.#pairs = parts.pairs;
  }

  /** Renders what is new in a state's history, and returns the whole. */
  async view(state: AgentState, call: CallContext): Promise<HistoryView> {
    const { history } = state;
    const ahead = this.#placed.ahead(history);
    const first = history.length - ahead.length;
    for (let from = 0; from < ahead.length; from += AT_ONCE) {
      const batch = ahead.slice(from, from + AT_ONCE);
      await Promise.all(batch.map((entry, offset) => this.#renderOnce(entry, first + from + offset, state, call)));
    }
    const { items, bySection } = this.#placed.over(history);
    return { items, count: items.length, bySection: new Map(bySection) };
  }

  /** Counted tokens of one entry that has been rendered. */
  tokensOf(entry: HistoryEntry): number {
    return this.#rendered.get(entry)?.items.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0;
  }

  /** UTF-16 code units of what a person would read of such an entry, as it stands in the window. */
  unitsOf(entry: HistoryEntry): number {
    return this.#rendered.get(entry)?.items.reduce((sum, { item }) => sum + plainText(item).length, 0) ?? 0;
  }

  async #renderOnce(entry: HistoryEntry, index: number, state: AgentState, call: CallContext): Promise<void> {
    const toolName = this.#pairs.answeredAt(state.history, index)?.name ?? null;
    if (this.#rendered.get(entry)?.toolName === toolName) return;
    this.#rendered.set(entry, await this.#render(entry, toolName, state, call));
  }

  async #render(entry: HistoryEntry, toolName: string | null, state: AgentState, call: CallContext): Promise<Rendered> {
    const section = sectionOf(entry.item.kind, this.#sections);
    if (section === undefined) throw noSectionFor(entry);
    const context = freezeShallow({ ...call, section: section.id, instance: null, entry, toolName, state });
    const { items, plugin } = await renderEntry(this.#operation(section.id), context);
    const counted: WindowItem[] = [];
    for (const item of items) {
      counted.push({
        item,
        tokens: await this.#count(item, call),
        stability: "turn",
        sections: [section.id],
        entry: entry.id,
      });
    }
    return { toolName, section: section.id, plugin, items: freeze(counted) };
  }

  #place(placed: PlacedHistory, entry: HistoryEntry): void {
    const rendered = this.#rendered.get(entry);
    if (rendered === undefined) return;
    const { item } = entry;
    if (item.kind === "reasoning") {
      placed.held.push(...rendered.items);
      this.#note(placed, rendered);
      return;
    }
    if (rendered.items.length === 0) return;
    const isModels =
      item.kind === "tool_call" || item.kind === "opaque" || (item.kind === "message" && item.role === "assistant");
    if (isModels) {
      for (const held of placed.held) this.#push(placed, held);
    }
    placed.held = [];
    this.#note(placed, rendered);
    for (const each of rendered.items) this.#push(placed, each);
  }

  #push(placed: PlacedHistory, item: WindowItem): void {
    placed.items.push(item);
    const [section = ""] = item.sections;
    const totals = placed.bySection.get(section);
    if (totals !== undefined) placed.bySection.set(section, { ...totals, tokens: totals.tokens + item.tokens });
  }

  #note({ bySection }: PlacedHistory, { section, plugin }: Rendered): void {
    const { tokens, entries, plugins } = bySection.get(section) ?? { tokens: 0, entries: 0, plugins: [] };
    bySection.set(section, {
      tokens,
      entries: entries + 1,
      plugins: plugins.includes(plugin) ? plugins : [...plugins, plugin],
    });
  }
}
