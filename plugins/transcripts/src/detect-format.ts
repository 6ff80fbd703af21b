import type { JsonObject } from "@varve/kernel";
import type { FormatReader, Likeness } from "./format-reader.ts";
import { READERS } from "./readers.ts";

/** A format that was recognised, and by what. */
export interface Detection extends Likeness {
  readonly reader: FormatReader;
}

const STRENGTHS = ["certain", "likely", "possible"] as const;

/**
 * The reader whose format the first records of a file look like most, or `null`. Names and endings of files play no part.
 * Among equals the earlier reader wins.
 */
export function detectFormat(
  records: readonly JsonObject[],
  readers: readonly FormatReader[] = READERS,
): Detection | null {
  const found = readers.flatMap((reader) => {
    const likeness = reader.recognise(records);
    return likeness === null ? [] : [{ reader, ...likeness }];
  });
  for (const strength of STRENGTHS) {
    const best = found.find((each) => each.strength === strength);
    if (best !== undefined) return best;
  }
  return null;
}
