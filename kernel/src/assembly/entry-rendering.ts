import { InvalidResultError, VarveError } from "../errors.ts";
import type { SectionContext, SectionResult } from "../hooks/contexts.ts";
import type { Answer, Operation } from "../hooks/operation.ts";
import { freeze } from "../immutable.ts";
import type { InputItem, Message, Part } from "../items.ts";
import { legibleItem } from "../legible-item.ts";
import type { HistoryEntry } from "../state/agent-state.ts";
import { untrusted } from "./untrusted.ts";

/**
 * Renders one history entry through its section's hook point, and makes sure that what comes back can stand in a request:
 * a call stays that call, a result stays that result and is data, and nothing is empty.
 */
export async function renderEntry(
  operation: Operation<SectionContext, SectionResult>,
  context: SectionContext & { readonly entry: HistoryEntry },
): Promise<{ readonly items: readonly InputItem[]; readonly plugin: string }> {
  const answer = await operation.run(context);
  const items = asItems(answer, operation.name, context.entry);
  checkPair(answer, operation.name, context.entry.item, items);
  const finished = await Promise.all(items.map(legibleItem).map((item) => asSent(item, context.toolName)));
  return { items: freeze(finished.filter((item) => item !== null)), plugin: answer.replacedBy ?? answer.by };
}

function asItems(
  { result, by, replacedBy }: Answer<SectionResult>,
  name: string,
  { item }: HistoryEntry,
): readonly InputItem[] {
  if (typeof result !== "string") return result;
  const parts: readonly Part[] = [{ kind: "text", text: result }];
  if (item.kind === "message") return [{ kind: "message", role: item.role, parts }];
  if (item.kind === "tool_result") {
    const shown = { kind: item.kind, callId: item.callId, parts } as const;
    return [item.isError === undefined ? shown : { ...shown, isError: item.isError }];
  }
  throw new InvalidResultError(`${name}.in`, replacedBy ?? by, `text cannot stand for a ${item.kind}; return items`);
}

function checkPair(
  { by, replacedBy }: Answer<SectionResult>,
  name: string,
  given: InputItem,
  rendered: readonly InputItem[],
): void {
  const paired = rendered.filter((item) => item.kind === "tool_call" || item.kind === "tool_result");
  const wanted = given.kind === "tool_call" || given.kind === "tool_result" ? [given] : [];
  const same =
    paired.length === wanted.length &&
    paired.every((item, index) => item.kind === wanted[index]?.kind && item.callId === wanted[index]?.callId);
  if (same) return;
  const expected =
    wanted[0] === undefined ? "no tool call and no result" : `exactly the ${wanted[0].kind} ${wanted[0].callId}`;
  throw new InvalidResultError(
    `${name}.in`,
    replacedBy ?? by,
    `the rendering of a ${given.kind} entry must hold ${expected}`,
  );
}

/** `null` for what a request cannot hold: a message without content. */
async function asSent(item: InputItem, toolName: string | null): Promise<InputItem | null> {
  if (item.kind === "tool_result") {
    const parts = await untrusted(`tool:${toolName ?? "unknown"}`, item.parts);
    // A result whose call is not there, or has been answered already, can only be told of.
    return toolName === null ? { kind: "message", role: "user", parts } : { ...item, parts };
  }
  return item.kind === "message" ? withoutEmptyParts(item) : item;
}

/** The message without its empty texts; `null` where nothing is left. */
export function withoutEmptyParts(message: Message): Message | null {
  const parts = message.parts.filter((part) => part.kind !== "text" || part.text !== "");
  if (parts.length === 0) return null;
  return parts.length === message.parts.length ? message : { ...message, parts };
}

/** No section was declared for a kind of entry that the history holds. */
export function noSectionFor(entry: HistoryEntry): VarveError {
  return new VarveError(
    "SECTION",
    `No section renders ${entry.item.kind} entries (${entry.id}). Install a plugin that declares one with entries: ["${entry.item.kind}"].`,
  );
}
