const EXAMPLES = {
  varve: `
Examples:
  $ varve replay session.jsonl                  the calls of a session as a table
  $ varve explain                               who answers which hook point
  $ varve check --config varve.toml             what a configuration comes to

Exit codes: 0 all went well, 1 the work failed, 2 the command line or the configuration is wrong.
`,
  replay: `
Examples:
  $ varve replay session.jsonl --budget 20000   under a budget small enough to see compactions
  $ varve replay session.jsonl --show 12        what the model would see at call 12
  $ varve replay a.json b.json --requests out   request bodies and records in out/a and out/b
  $ varve replay session.jsonl --json | tail -1 the totals, for a program

The records of compactions go into replay/ beside the configured store, or into the folder of --requests; the configured
store itself is never touched.
`,
  compare: `
Examples:
  $ varve compare session.jsonl --budget 20000  never compacting, dropping the oldest, and the configuration
  $ varve compare a.json b.json --strategy configured --strategy @varve/summarise-clear-tool-results
  $ varve compare a.json --strategy '@acme/mine={"depth":2}' --chart charts

Nothing is stored, and no model is asked: a summariser that needs one is replaced by one that does not.
`,
  explain: `
Examples:
  $ varve explain                               a table
  $ varve explain --json                        the same, for a program
`,
  check: `
Examples:
  $ varve check                                 the nearest configuration, from this folder upwards
  $ varve check --config varve.toml --no-code   without running code that the folder brings along
`,
} as const;

/** What stands behind the flags in a help text. */
export function examples(command: keyof typeof EXAMPLES): string {
  return EXAMPLES[command];
}
