import { isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";
import { describe } from "./describe.ts";
import type { Place, Tape } from "./format-reader.ts";

/** The objects of a list within a record, each with its place; what is no object is reported and left out. */
export function* elementsOf(
  list: readonly JsonValue[],
  { line }: Place,
  tape: Tape,
): Generator<{ readonly value: JsonObject; readonly place: Place }> {
  for (const [index, value] of list.entries()) {
    const place = { line, element: index + 1 };
    if (isJsonObject(value)) yield { value, place };
    else tape.problem(place, `skipped: ${describe(value)} is no record`);
  }
}
