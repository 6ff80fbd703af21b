// Makes the checkout runnable: installs its dependencies where they are missing or older than the lock file. It runs before
// every npm script, under whatever Node the machine has, and is quiet when there is nothing to do. It writes to standard
// error only, so that what a script prints stays clean.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, "node_modules", ".varve-setup");
const lock = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");
const { packageManager, dependencies } = manifest();
const stamp = createHash("sha256")
  .update(`${packageManager}\n${process.platform}-${process.arch}\n${lock}`)
  .digest("hex");

if (!isComplete()) install();

/** Whether the last installation was of this lock file, and nothing of it has gone since. */
function isComplete() {
  if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) return false;
  return dependencies.every((path) => existsSync(join(root, path)));
}

function install() {
  console.error(`Setting up: installing dependencies with ${packageManager} (once, until the lock file changes) …`);
  const begun = Date.now();
  rmSync(stampFile, { force: true });
  const { status, error, stdout, stderr } = spawnSync(
    "npx",
    ["--yes", packageManager, "install", "--frozen-lockfile", "--prod=false"],
    // In CI mode it asks no questions, and replaces a broken node_modules by itself.
    { cwd: root, encoding: "utf8", env: { ...process.env, CI: "true" }, shell: process.platform === "win32" },
  );
  if (status !== 0) {
    console.error(`${stdout ?? ""}${stderr ?? ""}${error === undefined ? "" : `${error.message}\n`}`);
    console.error(
      `Setting up failed. Check that this machine reaches its npm registry, then run \`npx ${packageManager} install --frozen-lockfile\` here to see why.`,
    );
    process.exit(status ?? 1);
  }
  writeFileSync(stampFile, stamp);
  console.error(`Set up in ${Math.round((Date.now() - begun) / 1000)} s.`);
}

/** The package manager, and the folder of every direct dependency of every package, out of the lock file's own list. */
function manifest() {
  const { packageManager: manager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // The lock file begins with a document of the package manager's own; the workspace's is the last.
  const [importers = ""] = lock.slice(lock.lastIndexOf("\nimporters:\n") + 1).split(/^packages:$/m);
  const folders = [];
  let folder = ".";
  for (const line of importers.split("\n")) {
    const [, importer] = /^ {2}'?([^\s':]+)'?:$/.exec(line) ?? [];
    if (importer !== undefined) folder = importer;
    const [, name] = /^ {6}'?([^\s':]+)'?:$/.exec(line) ?? [];
    if (name !== undefined) folders.push(join(folder, "node_modules", name));
  }
  return { packageManager: manager, dependencies: folders };
}
