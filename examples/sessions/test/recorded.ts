import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An item as it stands in a file: what the tests look at is checked where they look. */
export type Recorded = Readonly<Record<string, unknown>>;

export const FOLDER = join(import.meta.dirname, "..");

/** The committed text of a recording. */
export function committed(name: string): string {
  return readFileSync(join(FOLDER, name), "utf8");
}

/** The items of a recording, whichever of the two formats it has. */
export function itemsOf(name: string): readonly Recorded[] {
  const text = committed(name);
  if (name.endsWith(".jsonl")) return text.trimEnd().split("\n").map(parsed);
  return listOf(parsed(text).input).map(recordOf);
}

function parsed(text: string): Recorded {
  return recordOf(JSON.parse(text));
}

export function recordOf(value: unknown): Recorded {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("not an object");
  return { ...value };
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error("not a list");
  return value;
}

/** The text results of a recording, in order. */
export function outputsOf(items: readonly Recorded[]): readonly string[] {
  return items.flatMap((item) => (typeof item.output === "string" ? [item.output] : []));
}

/** The calls of each answer: runs of calls without anything between them. */
export function answersOf(items: readonly Recorded[]): readonly (readonly Recorded[])[] {
  const answers: Recorded[][] = [];
  items.forEach((item, index) => {
    if (item.type !== "function_call") return;
    if (items[index - 1]?.type === "function_call") answers.at(-1)?.push(item);
    else answers.push([item]);
  });
  return answers;
}

/** The images of items of one type, decoded. */
export function imagesOf(items: readonly Recorded[], type: string): readonly Buffer[] {
  const prefix = "data:image/png;base64,";
  return items
    .filter((item) => item.type === type)
    .flatMap((item) => [item.content, item.output].flatMap((parts) => (Array.isArray(parts) ? parts : [])))
    .map((part: unknown) => recordOf(part).image_url)
    .filter((url) => typeof url === "string")
    .map((url) => {
      if (!url.startsWith(prefix)) throw new Error("not a PNG");
      return Buffer.from(url.slice(prefix.length), "base64");
    });
}
