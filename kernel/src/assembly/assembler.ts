import { digest } from "../digest.ts";
import { extended } from "../growing.ts";
import type { CallContext, SectionContext, SectionResult } from "../hooks/contexts.ts";
import type { Operation } from "../hooks/operation.ts";
import { freeze, freezeShallow } from "../immutable.ts";
import type { InputItem } from "../items.ts";
import type { AgentState, HistoryEntry } from "../state/agent-state.ts";
import type { Pairs } from "../state/pairing.ts";
import { estimate } from "../tokens/estimate.ts";
import { HistoryRendering, type HistoryView } from "./history-rendering.ts";
import { Recent } from "./recent.ts";
import { type CountTokens, describeSection, SectionMessages } from "./section-messages.ts";
import type { Section } from "./section-order.ts";
import { type RenderedSection, renderSection, shownText } from "./section-rendering.ts";
import { canonicalTools } from "./tools.ts";
import type { Window, WindowItem, WindowSection } from "./window.ts";

/** Bits of the digest that recognises a left-out section's content. */
const LEFT_OUT_BITS = 64;

/** How many tasks' last inputs are remembered, to extend them. */
const TASKS = 64;

/** How many models' counts are remembered: a task that goes back to a model does not count anew. */
const MODELS = 4;

/** Counts what a model would count; `null` where none is declared. */
export type CountTokensOf = (content: string | InputItem, call: CallContext, model: string | null) => Promise<number>;

/** The input as it was last assembled for a task. */
interface LastInput {
  readonly leading: readonly WindowItem[];
  readonly view: HistoryView;
  readonly input: readonly WindowItem[];
}

/** What is remembered for one model, whose own tokens are counted. */
interface Memory {
  readonly history: HistoryRendering;
  readonly messages: SectionMessages;
  readonly lastInputs: Recent<LastInput>;
}

/** Makes windows out of states. What it remembers is derived, and can be dropped at any time. */
export class Assembler {
  readonly #sections: readonly Section[];
  readonly #operation: (id: string) => Operation<SectionContext, SectionResult>;
  readonly #pairs: Pairs;
  readonly #count: CountTokensOf;
  readonly #memories = new Recent<Memory>(MODELS);

  constructor(parts: {
    readonly sections: readonly Section[];
    readonly operation: (id: string) => Operation<SectionContext, SectionResult>;
    readonly count: CountTokensOf;
    readonly pairs: Pairs;
  }) {
    this.#sections = parts.sections;
    this.#operation = parts.operation;
    this.#count = parts.count;
    this.#pairs = parts.pairs;
  }

  /** Tokens of an entry of a state that has been assembled for the model. */
  tokensOf(entry: HistoryEntry, model: string | null): number {
    return this.#memoryOf(model).history.tokensOf(entry);
  }

  /** UTF-16 code units of the text that such an entry shows. */
  unitsOf(entry: HistoryEntry, model: string | null): number {
    return this.#memoryOf(model).history.unitsOf(entry);
  }

  async assemble(state: AgentState, call: CallContext, model: string | null): Promise<Window> {
    const { history, messages, lastInputs } = this.#memoryOf(model);
    const rendered = await this.#renderSections(state, call);
    const tools = canonicalTools(state.tools);
    const { measured, toolTokens } = await messages.measure(rendered, [...tools.json.values()].join("\n"), call);
    const view = await history.view(state, call);

    const instructions = measured.filter(({ section }) => section.stability === "static");
    const historyAt = this.#sections.findIndex(({ declaration }) => declaration.entries !== undefined);
    const isBehind = ({ section }: RenderedSection) => historyAt !== -1 && this.#sections.indexOf(section) > historyAt;
    const [before, behind] = [
      measured.slice(instructions.length).filter((each) => !isBehind(each)),
      measured.filter(isBehind),
    ];
    const sections = [
      ...[...instructions, ...before].map(describeSection),
      ...this.#entrySections(view),
      ...behind.map(describeSection),
    ];
    const tokens = sections.reduce((sum, section) => sum + section.tokens, toolTokens);
    return freezeShallow({
      taskId: state.taskId,
      turn: state.turn,
      instructions: instructions.map(({ content }) => (content.kind === "text" ? content.text : "")).join("\n\n"),
      tools: tools.tools,
      input: inputOf(lastInputs, state.taskId, messages.itemsOf(state.taskId, before, behind), view),
      sections: freeze(sections),
      toolTokens,
      tokens,
      estimate: freeze(estimate(tokens, state.lastUsage, { model, compactions: state.compaction.count })),
    });
  }

  async #renderSections(state: AgentState, call: CallContext): Promise<readonly RenderedSection[]> {
    const leftOut = new Map(state.compaction.leftOut.map(({ section, digest }) => [section, digest]));
    const rendered: RenderedSection[] = [];
    for (const section of this.#sections) {
      if (section.declaration.entries !== undefined) continue;
      for (const each of await renderSection(section, this.#operation(section.id), state, call)) {
        const left = leftOut.get(each.id);
        if (left === undefined || left !== (await sectionDigest(shownText(each)))) rendered.push(each);
      }
    }
    return rendered;
  }

  #memoryOf(model: string | null): Memory {
    const key = model ?? "";
    const present = this.#memories.get(key);
    const memory = present ?? this.#newMemory((content, call) => this.#count(content, call, model));
    this.#memories.set(key, memory);
    return memory;
  }

  #newMemory(count: CountTokens): Memory {
    const parts = { sections: this.#sections, operation: this.#operation, pairs: this.#pairs, count };
    return {
      history: new HistoryRendering(parts),
      messages: new SectionMessages(count),
      lastInputs: new Recent(TASKS),
    };
  }

  #entrySections({ bySection }: HistoryView): readonly WindowSection[] {
    return this.#sections.flatMap(({ id, stability }): readonly WindowSection[] => {
      const totals = bySection.get(id);
      return totals === undefined ? [] : [{ id, stability, place: "input", text: null, ...totals }];
    });
  }
}

/** The digest by which a left-out section's content is recognised. */
export function sectionDigest(shown: string): Promise<string> {
  return digest(shown, LEFT_OUT_BITS);
}

/** The input, as an extension of the task's last one where it is: those who derive from it go on where they were. */
function inputOf(
  lastInputs: Recent<LastInput>,
  taskId: string,
  { leading, trailing }: { readonly leading: readonly WindowItem[]; readonly trailing: readonly WindowItem[] },
  view: HistoryView,
): readonly WindowItem[] {
  const placed = () => view.items.slice(0, view.count);
  if (trailing.length > 0) return freezeShallow([...leading, ...placed(), ...trailing]);
  const last = lastInputs.get(taskId);
  const input =
    last !== undefined && extendsLast(last, leading, view)
      ? extended(last.input, view.items.slice(last.view.count, view.count))
      : freezeShallow([...leading, ...placed()]);
  lastInputs.set(taskId, { leading, view, input });
  return input;
}

function extendsLast(last: LastInput, leading: readonly WindowItem[], view: HistoryView): boolean {
  return (
    last.view.items === view.items &&
    last.view.count <= view.count &&
    last.leading.length === leading.length &&
    leading.every((item, index) => item === last.leading[index])
  );
}
