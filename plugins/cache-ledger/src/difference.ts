import { firstDifferingByte } from "./first-byte.ts";
import { changedParameters } from "./parameters.ts";
import { type Mark, sharedSegments, type Trail } from "./trail.ts";

/** The first segment of a request that is not the same as in the one it is compared with. */
export interface Difference {
  /** Its place among the segments, from 0. */
  readonly index: number;
  /** The segment's label. Where something is gone, that of what stood there. */
  readonly label: string;
  readonly section: string;
  /**
   * - `changed`: it stands in both, with another content
   * - `added`: it is new here; behind the end of the earlier request, that is growth
   * - `removed`: it stood there, and stands no longer
   * - `moved`: it stands elsewhere
   * - `ended`: this request ends where the earlier one goes on
   */
  readonly change: "changed" | "added" | "removed" | "moved" | "ended";
  /** Where it is `changed`: the first byte, of UTF-8 from its start, that differs; else `null`. */
  readonly offsetBytes: number | null;
}

/** How a request differs from an earlier one, from the front. */
export interface Comparison {
  readonly isSameModel: boolean;
  /** Names of the parameters that differ, of those that stand before the tools. */
  readonly headParameters: readonly string[];
  /** Names of those that stand before the input. */
  readonly inputParameters: readonly string[];
  /** Leading segments that are the same, byte for byte, whatever the parameters are. */
  readonly same: number;
  readonly difference: Difference | null;
  /** Whether all of the earlier request stands in this one, and there is more behind it. */
  readonly isGrowth: boolean;
  /** What the {@link difference} is of; `null` where there is none. */
  readonly of: {
    readonly isLeading: boolean;
    readonly isEntry: boolean;
    readonly stability: "static" | "task" | "turn";
  } | null;
}

export function compare(before: Trail, after: Trail): Comparison {
  const same = sharedContent(before, after);
  const difference = differenceAt(same, before, after);
  const trail = difference?.change === "added" ? after : before;
  const piece = trail.marks[same]?.piece;
  return {
    isSameModel: before.model === after.model,
    headParameters: changedParameters(before.headParameters, after.headParameters),
    inputParameters: changedParameters(before.inputParameters, after.inputParameters),
    same,
    difference,
    isGrowth: before.marks.length === same,
    of:
      piece === undefined
        ? null
        : { isLeading: same < trail.leading, isEntry: piece.isEntry, stability: piece.stability },
  };
}

/** Where the chains part only because of parameters, the segments are compared one by one. */
function sharedContent(before: Trail, after: Trail): number {
  let same = sharedSegments(before, after);
  const digestAt = (trail: Trail): string | undefined => trail.marks[same]?.piece.segment.digest;
  while (digestAt(before) !== undefined && digestAt(before) === digestAt(after)) same += 1;
  return same;
}

function differenceAt(index: number, before: Trail, after: Trail): Difference | null {
  const [was, is] = [before.marks[index], after.marks[index]];
  if (is === undefined) return was === undefined ? null : told(index, was, "ended");
  if (was === undefined) return told(index, is, "added");
  if (labelOf(was) === labelOf(is)) {
    const { segment, text } = was.piece;
    const { label, section } = segment;
    return { index, label, section, change: "changed", offsetBytes: firstDifferingByte(text, is.piece.text) };
  }
  const isStill = stands(labelOf(was), after, index);
  if (!isStill) return told(index, was, "removed");
  return stands(labelOf(is), before, index) ? told(index, was, "moved") : told(index, is, "added");
}

function told(index: number, { piece }: Mark, change: Difference["change"]): Difference {
  const { label, section } = piece.segment;
  return { index, label, section, change, offsetBytes: null };
}

function labelOf({ piece }: Mark): string {
  return piece.segment.label;
}

function stands(label: string, { marks }: Trail, from: number): boolean {
  for (let index = from; index < marks.length; index += 1) {
    const mark = marks[index];
    if (mark !== undefined && labelOf(mark) === label) return true;
  }
  return false;
}
