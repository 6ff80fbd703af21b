// Writes what each package exports, as types, to docs/api/NAME.d.ts: `npm run api`. A change of the public surface shows up there, and
// a test fails until it does, so that none is made without being seen.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** By the name of a package's folder, its report. @throws Error where the declarations cannot be made */
export function apiReports(): ReadonlyMap<string, string> {
  const out = mkdtempSync(join(tmpdir(), "varve-api-"));
  try {
    const { status, stdout } = spawnSync(
      join(root, "node_modules", ".bin", "tsc"),
      ["-p", join(root, "tsconfig.api.json"), "--outDir", out],
      { encoding: "utf8", shell: process.platform === "win32" },
    );
    if (status !== 0) throw new Error(`The declarations cannot be made:\n${stdout}`);
    const folders = [
      "kernel",
      ...globSync("plugins/*", { cwd: root })
        .map((path) => path.replaceAll("\\", "/"))
        .toSorted(),
    ];
    return new Map(folders.map((folder) => [folder.replace("plugins/", ""), reportOf(join(out, folder, "src"))]));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** The entry and every file that its types come from, the entry first. */
function reportOf(source: string): string {
  const files = ["index.d.ts"];
  for (const file of files) {
    const text = readFileSync(join(source, file), "utf8");
    for (const [, from = ""] of text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      const next = relative(source, join(source, dirname(file), from.replace(/\.ts$/, ".d.ts"))).replaceAll("\\", "/");
      if (!files.includes(next) && existsSync(join(source, next))) files.push(next);
    }
  }
  const [entry = "", ...others] = files;
  return [entry, ...others.toSorted()]
    .map((file) => `// ${file.replace(/\.d\.ts$/, ".ts")}\n${readFileSync(join(source, file), "utf8").trim()}\n`)
    .join("\n");
}

if (import.meta.main) {
  const folder = join(root, "docs", "api");
  mkdirSync(folder, { recursive: true });
  const reports = apiReports();
  for (const stale of globSync("*.d.ts", { cwd: folder })) {
    if (!reports.has(stale.replace(/\.d\.ts$/, ""))) rmSync(join(folder, stale));
  }
  for (const [name, report] of reports) writeFileSync(join(folder, `${name}.d.ts`), report);
  console.log(`${reports.size} reports in docs/api`);
}
