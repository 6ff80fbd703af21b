import { head } from "@varve/kernel";

/** What separates words in the JSON of a call's arguments, escaped line breaks among it. */
const BETWEEN = /(?:\\[nt]|[\s"'`,:(){}[\]])+/;

const PATH =
  /^[\p{L}\p{N}_.~@-]*(?:\/[\p{L}\p{N}_.@-]+)+$|^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:[a-z]{2,4}|[ch])$/u;

/** The paths that a call was given. They stand at the beginning: what is long is content to be written. */
export function pathsIn(args: string): readonly string[] {
  return head(args, 300)
    .split(BETWEEN)
    .filter((word) => PATH.test(word));
}
