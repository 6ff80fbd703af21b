import { head, reasonOf } from "@varve/kernel";

const LONGEST_TEXT = 80;
const LONGEST = 400;

/** A value as it stands in a failure: as JSON, with long texts shortened. */
export function shown(value: unknown): string {
  if (value === undefined) return "undefined (it passed on)";
  const json = JSON.stringify(value, (_, member: unknown) =>
    typeof member === "string" && member.length > LONGEST_TEXT
      ? `${head(member, LONGEST_TEXT)}… (${member.length} characters)`
      : member,
  );
  if (json === undefined) return String(value);
  return json.length > LONGEST ? `${head(json, LONGEST)}…` : json;
}

/** What was thrown, in one line. */
export function shownError(error: unknown): string {
  const kind = error instanceof Error ? error.name : typeof error;
  return `${kind}: ${head(reasonOf(error), LONGEST)}`;
}
