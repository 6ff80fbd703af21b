import { VarveError } from "./varve-error.ts";

export class SectionError extends VarveError {
  readonly section: string;

  constructor(section: string, reason: string) {
    super("SECTION", `Section ${section}: ${reason}`);
    this.section = section;
  }
}

export class PluginError extends VarveError {
  readonly plugin: string;

  constructor(plugin: string, reason: string, cause?: unknown) {
    super("PLUGIN", `Plugin ${plugin}: ${reason}`, { cause });
    this.plugin = plugin;
  }
}

/** One thing that is wrong with a value: where (a JSON pointer) and what. */
export interface SchemaProblem {
  readonly pointer: string;
  readonly reason: string;
}

export class PluginOptionsError extends VarveError {
  readonly plugin: string;
  readonly problems: readonly SchemaProblem[];

  constructor(plugin: string, problems: readonly SchemaProblem[]) {
    const list = problems.map((problem) => `${problem.pointer || "/"} ${problem.reason}`).join("; ");
    super("PLUGIN_OPTIONS", `Options of plugin ${plugin} break its schema: ${list}`);
    this.plugin = plugin;
    this.problems = problems;
  }
}

export class LimitsError extends VarveError {
  constructor(reason: string) {
    super("LIMITS", reason);
  }
}
