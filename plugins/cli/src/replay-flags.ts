import type { FormatId } from "@varve/transcripts";
import type { ConfigurationFlags } from "./configuration.ts";

/** What stands on the command line of `varve replay` besides the files. */
export interface ReplayFlags extends ConfigurationFlags {
  /** `--budget N`, tokens. */
  readonly budget?: number;
  /** `--fraction X`. */
  readonly fraction?: number;
  /** `--requests DIR`. */
  readonly requests?: string;
  /** `--format ID`. */
  readonly format?: FormatId;
  /** `--show N`: the call whose window is shown. */
  readonly show?: number;
  /** Leaves out no row and no line. */
  readonly all?: boolean;
  readonly json?: boolean;
  /** `false` for `--no-progress`. */
  readonly progress: boolean;
  /** Tells stacks and causes of errors. */
  readonly debug?: boolean;
}
