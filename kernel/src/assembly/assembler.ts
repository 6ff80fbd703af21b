import { digest } from "../digest.ts";
import { extended } from "../growing.ts";
import type { CallContext, SectionContext, SectionResult } from "../hooks/contexts.ts";
import type { Operation } from "../hooks/operation.ts";
import { freeze, freezeShallow } from "../immutable.ts";
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

/** The input as it was last assembled for a task. */
interface LastInput {
  readonly leading: readonly WindowItem[];
  readonly view: HistoryView;
  readonly input: readonly WindowItem[];
}

/** Makes windows out of states. What it remembers is derived, and can be dropped at any time. */
export class Assembler {
  readonly #sections: readonly Section[];
  readonly #operation: (id: string) => Operation<SectionContext, SectionResult>;
  readonly #history: HistoryRendering;
  readonly #messages: SectionMessages;
  readonly #lastInputs = new Recent<LastInput>(TASKS);

  constructor(parts: {
    readonly sections: readonly Section[];
    readonly operation: (id: string) => Operation<SectionContext, SectionResult>;
    readonly count: CountTokens;
    readonly pairs: Pairs;
  }) {
    this.#sections = parts.sections;
    this.#operation = parts.operation;
    this.#history = new HistoryRendering(parts);
    this.#messages = new SectionMessages(parts.count);
  }

  /** Counted tokens of an entry of a state that has been assembled. */
  tokensOf(entry: HistoryEntry): number {
    return this.#history.tokensOf(entry);
  }

  /** UTF-16 code units of the text that such an entry shows. */
  unitsOf(entry: HistoryEntry): number {
    return this.#history.unitsOf(entry);
  }

  async assemble(state: AgentState, call: CallContext, model: string | null): Promise<Window> {
    const rendered = await this.#renderSections(state, call);
    const measured = await this.#messages.measure(rendered, call);
    const tools = canonicalTools(state.tools);
    const toolTokens = await this.#messages.countText("tools", [...tools.json.values()].join("\n"), call);
    const view = await this.#history.view(state, call);

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
      input: this.#input(state.taskId, this.#messages.itemsOf(before), view, this.#messages.itemsOf(behind)),
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

  /** The input, as an extension of the task's last one where it is: those who derive from it go on where they were. */
  #input(
    taskId: string,
    leading: readonly WindowItem[],
    view: HistoryView,
    trailing: readonly WindowItem[],
  ): readonly WindowItem[] {
    const placed = () => view.items.slice(0, view.count);
    if (trailing.length > 0) return freezeShallow([...leading, ...placed(), ...trailing]);
    const last = this.#lastInputs.get(taskId);
    const input =
      last !== undefined && extendsLast(last, leading, view)
        ? extended(last.input, view.items.slice(last.view.count, view.count))
        : freezeShallow([...leading, ...placed()]);
    this.#lastInputs.set(taskId, { leading, view, input });
    return input;
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

function extendsLast(last: LastInput, leading: readonly WindowItem[], view: HistoryView): boolean {
  return (
    last.view.items === view.items &&
    last.view.count <= view.count &&
    last.leading.length === leading.length &&
    leading.every((item, index) => item === last.leading[index])
  );
}
