import { READERS } from "@varve/transcripts";
import { Command, InvalidArgumentError, Option } from "commander";
import { checkCommand } from "./check-command.ts";
import { explainCommand } from "./explain-command.ts";
import { examples } from "./help-examples.ts";
import { replayCommand } from "./replay-command.ts";
import type { Terminal } from "./terminal.ts";
import { version } from "./version.ts";

/** Runs a command to its end. @returns the exit code */
type Ended = (exitCode: number) => void;

/** The command line: its commands, their flags and their help. Nothing is run before it is parsed. */
export function program(terminal: Terminal, signal: AbortSignal, ended: Ended): Command {
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
      writeOut: (text) => terminal.out.write(text),
      writeErr: (text) => terminal.err.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, `${terminal.err.colours.red("varve:")} `)),
      getOutHelpWidth: () => Math.min(terminal.out.columns, 100),
      getErrHelpWidth: () => Math.min(terminal.err.columns, 100),
      getOutHasColors: () => terminal.out.colours.isColorSupported,
      getErrHasColors: () => terminal.err.colours.isColorSupported,
    });

  configured(varve.command("replay"))
    .summary("Replay recorded sessions through the configured kernel, without a network.")
    .description(
      "Replays recorded sessions through the configured kernel, without a network: at every model call that a recording holds, " +
        "it prepares the window that Varve would have sent, and shows its size, what was compacted, and how much of it was already cached.",
    )
    .argument("<file...>", "Recorded sessions; the format is told by their content.")
    .option("--budget <tokens>", "The budget of a call, instead of [context] turn_budget_tokens.", tokensArgument)
    .option(
      "--fraction <share>",
      "The share above which a window is compacted, instead of [context] compaction_fraction.",
      shareArgument,
    )
    .option("--requests <folder>", "Write every request body and every compaction record into a folder.")
    .addOption(
      new Option("--format <id>", "Read the files as this format, whatever they look like.").choices(
        READERS.map(({ id }) => id),
      ),
    )
    .addOption(
      new Option("--show <call>", "Show what the model would see at one call, section by section.")
        .argParser(callArgument)
        .conflicts("json"),
    )
    .option("--all", "Show each call and each line, however many there are.")
    .option("--json", "Print one JSON object a call, and a last one with the totals.")
    .option("--quiet", "Print totals and errors alone.")
    .option("--no-progress", "Show no progress bar.")
    .addHelpText("after", examples("replay"))
    .action(async (files, flags) => ended(await replayCommand(files, flags, terminal, signal)));

  configured(varve.command("explain"))
    .summary("Show who answers each hook point.")
    .description("Shows who answers each hook point, in the order in which they are asked, and who would by default.")
    .option("--json", "Print one JSON object.")
    .addHelpText("after", examples("explain"))
    .action(async (flags) => ended(await explainCommand(flags, terminal)));

  configured(varve.command("check"))
    .summary("Validate a configuration.")
    .description(
      "Validates a configuration: reads it, loads its plugins, puts the kernel together, and says what counts.",
    )
    .option("--json", "Print one JSON object.")
    .addHelpText("after", examples("check"))
    .action(async (flags) => ended(await checkCommand(flags, terminal)));
  return varve;
}

function configured(command: Command): Command {
  return command
    .option("--config <file>", "Use this configuration file. Left out: the nearest one, from this folder upwards.")
    .option("--no-code", "Run no code that a folder brings along: data formats and installed plugins only.")
    .option("--debug", "Tell errors with their stacks and causes.");
}

function tokensArgument(given: string): number {
  const tokens = Number(given.replaceAll("_", ""));
  if (/^\d[\d_]*$/.test(given) && Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  throw new InvalidArgumentError("It takes a whole number of tokens above 0, as in 20000 or 20_000.");
}

function shareArgument(given: string): number {
  const share = Number(given);
  if (given.trim() !== "" && share > 0 && share <= 1) return share;
  throw new InvalidArgumentError("It takes a number above 0 and at most 1, as in 0.75.");
}

function callArgument(given: string): number {
  const call = Number(given);
  if (/^\d+$/.test(given) && Number.isSafeInteger(call) && call > 0) return call;
  throw new InvalidArgumentError("It takes the number of a call, from 1.");
}
