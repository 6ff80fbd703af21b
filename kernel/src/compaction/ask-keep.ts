import { sectionDigest } from "../assembly/assembler.ts";
import type { Section } from "../assembly/section-order.ts";
import { InvalidCompactionError } from "../errors.ts";
import type { KeepSection } from "../hooks/contexts.ts";
import { receiptOf } from "../hooks/receipt.ts";
import type { Registry } from "../hooks/registry.ts";
import { freeze } from "../immutable.ts";
import type { EntryId } from "../state/agent-state.ts";
import type { Decision, FoldedSection } from "../state/record.ts";
import type { CompactionRequest } from "./compaction-request.ts";
import { declaredAs } from "./floor.ts";

/** What `compaction.keep` answered, checked. */
export interface Kept {
  readonly pins: readonly EntryId[];
  readonly folded: readonly FoldedSection[];
  readonly decision: Decision;
}

const OPERATION = "compaction.keep";

/**
 * Asks which sections and entries survive.
 * @throws InvalidCompactionError for names that are not there, and for an essential section left out by mistake
 */
export async function askKeep(
  registry: Registry,
  sections: readonly Section[],
  request: CompactionRequest,
): Promise<Kept> {
  const { state, window, limits, reason, call } = request;
  const choosable = window.sections.flatMap(({ id, tokens }): readonly KeepSection[] => {
    const section = declaredAs(id, sections);
    return section === undefined || section.declaration.entries !== undefined
      ? []
      : [{ id, survives: section.survives, tokens }];
  });
  const context = freeze({ ...call, state, window, limits, reason, sections: choosable });
  const answer = await registry.operations[OPERATION].run(context);
  const { result } = answer;
  const decision = receiptOf(OPERATION, answer, "answered", result.reason);
  const refusal = (fault: string) => new InvalidCompactionError(OPERATION, decision.plugin, fault);

  const known = new Set(window.sections.map(({ id }) => id));
  const unknown = result.sections.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw refusal(`it keeps section ${unknown}, which is not in the window (${[...known].join(", ")})`);
  const survives = new Set(result.sections);
  const leftOut = choosable.filter(({ id }) => !survives.has(id));
  const essential = leftOut.find((section) => section.survives === "essential");
  if (essential !== undefined && result.allowEssential !== true) {
    throw refusal(`it leaves out ${essential.id}, which is essential, without saying allowEssential: true`);
  }
  const entries = new Set<string>(state.history.map(({ id }) => id));
  const stranger = result.pins?.find((id) => !entries.has(id));
  if (stranger !== undefined) throw refusal(`it pins entry ${stranger}, which is not in the history`);

  const folded: FoldedSection[] = [];
  for (const { id } of leftOut) {
    const text = window.sections.find((section) => section.id === id)?.text ?? "";
    folded.push({ section: id, digest: await sectionDigest(text), text });
  }
  return { pins: result.pins ?? [], folded, decision };
}
