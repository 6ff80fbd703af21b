import type { InputItem, Window, WindowItem, WindowSection } from "@varve/kernel";
import { digest } from "./digest.ts";

/** One piece of a request as the ledger tells of it: no text, only what it is, its digest and its size. */
export interface Segment {
  /** `tools`; a section's id, as `system_prompt` or `skill:review`; or the id of a history entry. */
  readonly label: string;
  /** The section it belongs to; `tools` for the tool list. */
  readonly section: string;
  readonly digest: string;
  /** Counted tokens. */
  readonly tokens: number;
}

/** How long a segment is meant to stay as it is. */
type SegmentStability = "static" | "task" | "turn";

/** A segment with what it was made from. The text is the window's own string: it is compared, and never told of. */
export interface Piece {
  readonly segment: Segment;
  readonly stability: SegmentStability;
  /** The history entry that it renders. */
  readonly isEntry: boolean;
  readonly text: string;
}

/** What one item of a window's input comes to. */
export interface ItemPieces {
  readonly pieces: readonly Piece[];
  /** Content blocks, as a provider that looks back over blocks would count them. */
  readonly blocks: number;
  /** Runs of calls, and runs of results, are looked back at as one. */
  readonly run: "calls" | "results" | null;
  readonly hasImage: boolean;
}

/** The pieces that stand before the input: the tool list, then the static sections. */
export function leadingPieces(window: Window, toolsJson: string): readonly Piece[] {
  const tools =
    toolsJson === ""
      ? []
      : [pieceOf({ label: "tools", section: "tools", tokens: window.toolTokens }, "static", toolsJson)];
  return [...tools, ...instructionPieces(window)];
}

function instructionPieces({ instructions, sections, input, tokens, toolTokens }: Window): readonly Piece[] {
  if (instructions === "") return [];
  const placed = sections.filter(({ place }) => place === "instructions");
  if (placed.map(({ text }) => text ?? "").join("\n\n") === instructions) {
    return placed.map(({ id, tokens: own, text }) =>
      pieceOf({ label: id, section: id, tokens: own }, "static", text ?? ""),
    );
  }
  // A window that a plugin made itself need not say which sections its instructions are from.
  const counted = input.reduce((sum, item) => sum + item.tokens, toolTokens);
  const facts = { label: "instructions", section: "instructions", tokens: Math.max(0, tokens - counted) };
  return [pieceOf(facts, "static", instructions)];
}

const made = new WeakMap<WindowItem, ItemPieces>();

/** The pieces of one item of the input: a section each for a message of sections, else the item. Windows share their items, so each is looked at once. */
export function piecesOf(placed: WindowItem, sections: ReadonlyMap<string, WindowSection>): ItemPieces {
  const present = made.get(placed);
  if (present !== undefined) return present;
  const { item } = placed;
  const pieces = sectionParts(placed, sections) ?? [wholeItem(placed)];
  const result = {
    pieces,
    blocks: item.kind === "message" ? Math.max(1, item.parts.length) : 1,
    run: item.kind === "tool_call" ? ("calls" as const) : item.kind === "tool_result" ? ("results" as const) : null,
    hasImage:
      (item.kind === "message" || item.kind === "tool_result") && item.parts.some(({ kind }) => kind === "image"),
  };
  made.set(placed, result);
  return result;
}

/** A message of sections, divided into them; `null` where it is none, or what is said of their tokens does not add up. */
function sectionParts(
  { item, entry, sections: ids, stability, tokens }: WindowItem,
  sections: ReadonlyMap<string, WindowSection>,
): readonly Piece[] | null {
  if (entry !== undefined || item.kind !== "message" || ids.length !== item.parts.length) return null;
  const own = ids.length === 1 ? [tokens] : ids.map((id) => sections.get(id)?.tokens ?? Number.NaN);
  if (own.reduce((sum, each) => sum + each, 0) !== tokens) return null;
  return item.parts.map((part, index) => {
    const id = ids[index] ?? "";
    const text = part.kind === "text" ? part.text : JSON.stringify(part);
    // The same section has the same digest, whichever others stand in its message.
    return pieceOf({ label: id, section: id, tokens: own[index] ?? 0 }, stability, text, `${item.role}\n${text}`);
  });
}

function wholeItem({ item, entry, sections, stability, tokens }: WindowItem): Piece {
  const section = sections.join("+");
  const facts = { label: entry ?? section, section, tokens };
  return pieceOf(facts, stability, textOf(item), JSON.stringify(item), entry !== undefined);
}

/** What is compared byte by byte: the text where the item is one text, else its JSON. */
function textOf(item: InputItem): string {
  if (item.kind === "message" || item.kind === "tool_result") {
    const [first, ...others] = item.parts;
    if (first?.kind === "text" && others.length === 0) return first.text;
  }
  return JSON.stringify(item);
}

function pieceOf(
  facts: Omit<Segment, "digest">,
  stability: SegmentStability,
  text: string,
  content = text,
  isEntry = false,
): Piece {
  const { label, section, tokens } = facts;
  return { segment: Object.freeze({ label, section, digest: digest(content), tokens }), stability, isEntry, text };
}
