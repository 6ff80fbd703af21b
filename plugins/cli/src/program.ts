import { READERS } from "@varve/transcripts";
import { Command, Option } from "commander";
import { examples } from "./help-examples.ts";
import { callArgument, shareArgument, tokensArgument } from "./number-arguments.ts";
import type { Terminal } from "./terminal.ts";
import { version } from "./version.ts";

/** A help text that is wider than this is hard to read. */
const HELP_COLUMNS = 100;

/** What commands run with. */
export interface CommandRun {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Told the exit code of the command that was run. */
  readonly ended: (exitCode: number) => void;
}

/**
 * The command line: its commands, their flags and their help. What a command needs is loaded when it is run: help and
 * errors of usage do not wait for plugins.
 */
export function program(run: CommandRun): Command {
  const { out, err } = run.terminal;
  const varve = new Command("varve")
    .description(
      "Decides what a model sees and what it costs: replays recorded sessions, and explains who decides what.",
    )
    .version(version(), "-V, --version", "Print the version.")
    .helpOption("-h, --help", "Print this help.")
    .helpCommand("help [command]", "Print the help of a command.")
    .addHelpText("after", examples("varve"))
    .showHelpAfterError("Try --help.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => err.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, `${err.colours.red("varve:")} `)),
      getOutHelpWidth: () => Math.min(out.columns, HELP_COLUMNS),
      getErrHelpWidth: () => Math.min(err.columns, HELP_COLUMNS),
      getOutHasColors: () => out.colours.isColorSupported,
      getErrHasColors: () => err.colours.isColorSupported,
    });
  addReplay(varve, run);
  addCompare(varve, run);
  addExplain(varve, run);
  addCheck(varve, run);
  return varve;
}

function addReplay(varve: Command, { terminal, signal, ended }: CommandRun): void {
  const replay = varve
    .command("replay")
    .summary("Replay recorded sessions through the configured kernel, without a network.")
    .description(
      "Replays recorded sessions through the configured kernel, without a network: at every model call that a recording holds, " +
        "it prepares the window that Varve would have sent, and shows its size, what was compacted, and how much of it was already cached.",
    )
    .argument("<file...>", "Recorded sessions; the format is told by their content.")
    .option("--budget <tokens>", "The budget of a call, instead of [context] turn_budget_tokens.", tokensArgument)
    .option(
      "--fraction <share>",
      "The share of it above which a window is compacted, instead of [context] compaction_fraction.",
      shareArgument,
    )
    .option("--requests <folder>", "Write every request body and every compaction record into a folder.")
    .addOption(
      new Option("--show <call>", "Show what the model would see at one call, section by section.")
        .argParser(callArgument)
        .conflicts("json"),
    )
    .option("--all", "Show each call and each line, however many there are.")
    .option("--json", "Print one JSON object a call, and a last one with the totals.")
    .option("--quiet", "Print totals and errors alone.")
    .option("--no-progress", "Show no progress bar.")
    .addOption(
      new Option("--format <id>", "Read the files as this format, whatever they look like.").choices(
        READERS.map(({ id }) => id),
      ),
    )
    .addHelpText("after", examples("replay"))
    .action(async (files, flags) => {
      const { replayCommand } = await import("./replay-command.ts");
      ended(await replayCommand(files, flags, terminal, signal));
    });
  addConfigurationFlags(replay);
}

function addCompare(varve: Command, { terminal, signal, ended }: CommandRun): void {
  const compare = varve
    .command("compare")
    .summary("Compare strategies over the same recorded sessions.")
    .description(
      "Brings recorded sessions through several strategies in one run, without a network, and shows side by side what each sends, what " +
        "of it is cached, what it costs, and what of the removed parts can still be found.",
    )
    .argument("<file...>", "Recorded sessions; the format is told by their content.")
    .option(
      "--strategy <name>",
      "A strategy: never, drop-oldest, configured, or a plugin, with options as JSON behind =; several joined with + are asked in that order. Left out: the three.",
      (name: string, before: readonly string[] = []) => [...before, name],
    )
    .option("--budget <tokens>", "The budget of a call, instead of [context] turn_budget_tokens.", tokensArgument)
    .option("--fraction <share>", "The share of it above which a window is compacted.", shareArgument)
    .option("--chart <folder>", "Write a chart of each session's windows as SVG into a folder.")
    .option("--json", "Print one JSON object.")
    .option("--no-progress", "Show no progress bar.")
    .addHelpText("after", examples("compare"))
    .action(async (files, flags) => {
      const { compareCommand } = await import("./compare/compare-command.ts");
      ended(await compareCommand(files, flags, terminal, signal));
    });
  addConfigurationFlags(compare);
}

function addExplain(varve: Command, { terminal, ended }: CommandRun): void {
  const explain = varve
    .command("explain")
    .summary("Show who answers each hook point.")
    .description("Shows who answers each hook point, in the order in which they are asked, and who would by default.")
    .option("--json", "Print one JSON object.")
    .addHelpText("after", examples("explain"))
    .action(async (flags) => {
      const { explainCommand } = await import("./explain-command.ts");
      ended(await explainCommand(flags, terminal));
    });
  addConfigurationFlags(explain);
}

function addCheck(varve: Command, { terminal, ended }: CommandRun): void {
  const check = varve
    .command("check")
    .summary("Validate a configuration.")
    .description(
      "Validates a configuration: reads it, loads its plugins, puts the kernel together, and says what counts.",
    )
    .option("--json", "Print one JSON object.")
    .addHelpText("after", examples("check"))
    .action(async (flags) => {
      const { checkCommand } = await import("./check-command.ts");
      ended(await checkCommand(flags, terminal));
    });
  addConfigurationFlags(check);
}

function addConfigurationFlags(command: Command): void {
  command
    .option("--config <file>", "Use this configuration file. Left out: the nearest one, from this folder upwards.")
    .option("--no-code", "Run no code that a folder brings along: data formats and installed plugins only.")
    .option("--debug", "Tell errors with their stacks and causes.");
}
