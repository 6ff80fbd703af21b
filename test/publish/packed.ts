import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folders of all packages that are published. */
export const packages = [
  "kernel",
  ...globSync("plugins/*", { cwd: root }).map((path) => path.replaceAll("\\", "/")),
].toSorted();

export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    // What npm sets for its own scripts would reach the one that is run here.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"))),
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    throw new Error(
      `${command} ${args.join(" ")} in ${cwd} ended with ${status}: ${error?.message ?? ""}\n${stdout}\n${stderr}`,
    );
  }
  return stdout;
}

/** Builds some packages and packs them as they would be published. @returns the path of each tarball, by the package's name */
export function packed(folders: readonly string[], into: string): ReadonlyMap<string, string> {
  mkdirSync(into, { recursive: true });
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const tarballs = new Map<string, string>();
  for (const folder of folders) {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    rmSync(join(root, folder, "dist"), { recursive: true, force: true });
    run(join(root, "node_modules", ".bin", "tsc"), ["-p", "tsconfig.build.json"], join(root, folder));
    run("npx", ["--yes", packageManager, "pack", "--pack-destination", into], join(root, folder));
    tarballs.set(name, join(into, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`));
  }
  return tarballs;
}

/** A folder outside the workspace with some tarballs installed, and everything that they need. */
export function projectWith(tarballs: ReadonlyMap<string, string>, folder: string, wanted: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const file = (name: string): [string, string] => [name, `file:${tarballs.get(name) ?? ""}`];
  const manifest = {
    name: "stranger",
    private: true,
    type: "module",
    dependencies: Object.fromEntries(wanted.map(file)),
    // What they need of each other is not at the registry yet.
    overrides: Object.fromEntries([...tarballs.keys()].filter((name) => !wanted.includes(name)).map(file)),
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"], folder);
}
