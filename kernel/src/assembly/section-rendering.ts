import { InvalidResultError } from "../errors.ts";
import type { CallContext, SectionContext, SectionResult } from "../hooks/contexts.ts";
import type { Operation } from "../hooks/operation.ts";
import { freezeShallow } from "../immutable.ts";
import type { InputItem } from "../items.ts";
import { legible } from "../legible.ts";
import { legibleItem } from "../legible-item.ts";
import { plainText } from "../plain-text.ts";
import type { AgentState } from "../state/agent-state.ts";
import { withoutEmptyParts } from "./entry-rendering.ts";
import type { Section } from "./section-order.ts";
import { untrusted } from "./untrusted.ts";

/** A section, or one instance of it, rendered as it will stand in the window. */
export interface RenderedSection {
  /** `<id>`, or `<id>:<instance>`. */
  readonly id: string;
  readonly section: Section;
  readonly plugin: string;
  /** Text, wrapped where it is untrusted; or items for the input. */
  readonly content:
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "items"; readonly items: readonly InputItem[] };
}

/** What a person would read of a rendered section. */
export function shownText({ content }: RenderedSection): string {
  return content.kind === "text" ? content.text : content.items.map(plainText).join("\n");
}

/** Renders a section's instances in order; empty ones are left away. */
export async function renderSection(
  section: Section,
  operation: Operation<SectionContext, SectionResult>,
  state: AgentState,
  call: CallContext,
): Promise<readonly RenderedSection[]> {
  const { instances } = section.declaration;
  const rendered: RenderedSection[] = [];
  for (const instance of instances === undefined ? [null] : instances(state)) {
    const context = freezeShallow({ ...call, section: section.id, instance, entry: null, toolName: null, state });
    const { result, by, replacedBy } = await operation.run(context);
    if (result.length === 0) continue;
    const id = instance === null ? section.id : `${section.id}:${instance}`;
    const plugin = replacedBy ?? by;
    if (typeof result === "string") {
      rendered.push({ id, section, plugin, content: { kind: "text", text: await textOf(section, result) } });
    } else {
      const fault = itemsFault(section, result);
      if (fault !== null) throw new InvalidResultError(`${operation.name}.in`, plugin, fault);
      rendered.push({ id, section, plugin, content: { kind: "items", items: await itemsOf(section, result) } });
    }
  }
  return rendered;
}

async function textOf({ declaration }: Section, text: string): Promise<string> {
  if (declaration.untrusted === undefined) return legible(text);
  const parts = await untrusted(declaration.untrusted, [{ kind: "text", text }]);
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

function itemsFault({ stability }: Section, items: readonly InputItem[]): string | null {
  if (stability === "static") return "a static section goes into the instructions: return text";
  const other = items.find((item) => item.kind !== "message");
  return other === undefined ? null : `a section that renders no entries may hold messages only, not a ${other.kind}`;
}

async function itemsOf({ declaration }: Section, items: readonly InputItem[]): Promise<readonly InputItem[]> {
  const source = declaration.untrusted;
  const filled = items
    .map(legibleItem)
    .map((item) => (item.kind === "message" ? withoutEmptyParts(item) : item))
    .filter((item) => item !== null);
  if (source === undefined) return filled;
  return Promise.all(
    filled.map(async (item) =>
      item.kind === "message" ? { ...item, parts: await untrusted(source, item.parts) } : item,
    ),
  );
}
