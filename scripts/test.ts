// `npm test`: format and lint, types, dead exports, then every test. It ends with one line, `N passed, N failed`, in which a check that
// fails counts as one failure: nobody who reads the last line alone can take a red run for a green one.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { argv, env, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["format and lint", "biome", "check", "--error-on-warnings", "."],
  ["types", "tsc", "--noEmit"],
  ["dead exports", "knip", "--no-config-hints"],
];

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that is counted. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/**
 * Keys that every test runs with, for providers that no test can reach. Nothing that a test run prints or reports may hold one: they
 * stand for the real ones, which belong into the header of a request and nowhere else.
 */
const KEYS = { OPENAI_API_KEY: "sk-canary-5f1d0c77e2a9", ANTHROPIC_API_KEY: "sk-ant-canary-83be1f04d6c2" } as const;

const failedChecks = CHECKS.filter(([name, command, ...args]) => !passes(name, command, args)).map(([name]) => name);
const tests = await runTests(argv.slice(2));
for (const name of failedChecks) console.log(`failed: ${name}`);
console.log(`${tests.passed} passed, ${tests.failed + failedChecks.length} failed`);
process.exitCode = tests.failed + failedChecks.length === 0 ? 0 : 1;

function passes(name: string, command: string, args: readonly string[]): boolean {
  const begun = performance.now();
  const isPassed = run(command, args) === 0;
  console.log(`${name}: ${isPassed ? "ok" : "FAILED"} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  return isPassed;
}

/** @param only what vitest takes to run some of the tests alone */
async function runTests(only: readonly string[]): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), "varve-test-"));
  const file = join(folder, "report.json");
  try {
    const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...only];
    const { status, output } = await runWatched("vitest", args);
    const report = existsSync(file) ? readFileSync(file, "utf8") : "null";
    const counts = countsOf(JSON.parse(report));
    const told = Object.entries(KEYS).filter(([, key]) => output.includes(key) || report.includes(key));
    for (const [name] of told) console.log(`failed: the key in ${name} was printed or reported by a test`);
    // What failed without failing a test, as an error after the last one, still is a failure.
    const failed = status !== 0 && counts.failed === 0 ? 1 : counts.failed;
    return { ...counts, failed: failed + told.length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsOf(report: Report | null): Counts {
  if (report === null) return { passed: 0, failed: 1 };
  // A file that cannot even be loaded has no tests to count.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}

function run(command: string, args: readonly string[]): number {
  const isWindows = process.platform === "win32";
  const { status, error } = spawnSync(join(root, "node_modules", ".bin", command), args, {
    cwd: root,
    stdio: "inherit",
    shell: isWindows,
  });
  if (error !== undefined) console.error(`${command} could not be run: ${error.message}`);
  return status ?? 1;
}

/** Runs a command with the keys, shows what it prints, and returns that too. */
function runWatched(
  command: string,
  args: readonly string[],
): Promise<{ readonly status: number; readonly output: string }> {
  const colours = stdout.isTTY && env.NO_COLOR === undefined ? { FORCE_COLOR: "1" } : {};
  const child = spawn(join(root, "node_modules", ".bin", command), args, {
    cwd: root,
    env: { ...env, ...KEYS, ...colours },
    stdio: ["inherit", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const printed: string[] = [];
  const watch = (from: NodeJS.ReadableStream, to: NodeJS.WritableStream): void => {
    from.setEncoding("utf8").on("data", (text: string) => {
      printed.push(text);
      to.write(text);
    });
  };
  watch(child.stdout, stdout);
  watch(child.stderr, stderr);
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(`${command} could not be run: ${error.message}`);
      resolve({ status: 1, output: "" });
    });
    child.on("close", (status) => resolve({ status: status ?? 1, output: printed.join("") }));
  });
}
