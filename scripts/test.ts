// `npm test`: format and lint, types, dead exports, then every test. It ends with one line, `N passed, N failed`, in which a check that
// fails counts as one failure: nobody who reads the last line alone can take a red run for a green one.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { argv } from "node:process";
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

const failedChecks = CHECKS.filter(([name, command, ...args]) => !passes(name, command, args)).map(([name]) => name);
const tests = runTests(argv.slice(2));
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
function runTests(only: readonly string[]): Counts {
  const folder = mkdtempSync(join(tmpdir(), "varve-test-"));
  const file = join(folder, "report.json");
  try {
    const status = run("vitest", [
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...only,
    ]);
    const counts = countsOf(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);
    // What failed without failing a test, as an error after the last one, still is a failure.
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
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
