import type { HistoryEntry, InputItem, Part } from "@varve/kernel";

/** How many there were of each kind of thing, by its plural name, in a fixed order. */
export type Inventory = ReadonlyMap<string, number>;

const NAMES = [
  "user messages",
  "assistant messages",
  "other messages",
  "tool calls",
  "tool results",
  "reasoning items",
  "provider items",
  "images",
  "files",
] as const;

/** What was removed, counted by kind: it can be said even where nothing can be extracted. */
export function inventoryOf(removed: readonly HistoryEntry[]): Inventory {
  const counts = new Map<string, number>();
  for (const { item } of removed) {
    add(counts, nameOf(item), 1);
    if (item.kind === "message" || item.kind === "tool_result") for (const part of item.parts) addPart(counts, part);
  }
  return inOrder(counts);
}

export function merged(a: Inventory, b: Inventory): Inventory {
  const counts = new Map(a);
  for (const [name, count] of b) add(counts, name, count);
  return inOrder(counts);
}

/** `12 user messages, 1 image`. */
export function printed(inventory: Inventory): string {
  return [...inventory].map(([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`).join(", ");
}

/** Reads back what {@link printed} wrote. */
export function readInventory(text: string): Inventory {
  const counts = new Map<string, number>();
  for (const name of NAMES) {
    const found = new RegExp(`(\\d{1,9}) ${name.slice(0, -1)}s?\\b`).exec(text);
    if (found?.[1] !== undefined) counts.set(name, Number(found[1]));
  }
  return counts;
}

function nameOf(item: InputItem): string {
  switch (item.kind) {
    case "message":
      return item.role === "user" || item.role === "assistant" ? `${item.role} messages` : "other messages";
    case "tool_call":
      return "tool calls";
    case "tool_result":
      return "tool results";
    case "reasoning":
      return "reasoning items";
    case "opaque":
      return "provider items";
  }
}

function addPart(counts: Map<string, number>, part: Part): void {
  if (part.kind === "image") add(counts, "images", 1);
  if (part.kind === "file") add(counts, "files", 1);
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

function inOrder(counts: ReadonlyMap<string, number>): Inventory {
  return new Map(NAMES.flatMap((name) => (counts.has(name) ? [[name, counts.get(name) ?? 0] as const] : [])));
}
