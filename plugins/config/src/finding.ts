import type { ConfigProblem } from "./config-error.ts";
import type { KeyPath } from "./key-path.ts";

/** What is wrong with a value, before it is known whether a file or a flag gave it. */
export interface Finding extends Pick<ConfigProblem, "reason" | "remedy"> {
  readonly path: KeyPath;
  /** The other value that this one does not agree with. */
  readonly disagreesWith?: KeyPath;
}
