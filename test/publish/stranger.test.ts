import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packed, projectWith, root, run } from "./packed.ts";

const folder = mkdtempSync(join(tmpdir(), "varve-stranger-"));
const project = join(folder, "project");
const node = join(root, "node_modules", ".bin", "node");

beforeAll(() => {
  const names = ["section-history", "tokens-o200k", "trigger-fraction", "keep-essentials", "store-memory"];
  const tarballs = packed(["kernel", ...names.map((name) => `plugins/${name}`)], join(folder, "tarballs"));
  projectWith(tarballs, project, [...tarballs.keys()]);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A plugin and a harness as somebody would write them who has the packages alone. */
const PLUGIN = `
import { definePlugin } from "@varve/kernel";

export default definePlugin({
  name: "short-and-sweet",
  api: 1,
  apply({ hooks }) {
    hooks.compaction.summarise.in.tap("short-and-sweet", ({ removed }) => ({ summary: removed.length + " entries, briefly." }));
  },
});
`;

const HARNESS = `
import { append, createKernel, createState, install, message } from "@varve/kernel";
import keep from "@varve/keep-essentials";
import history from "@varve/section-history";
import store from "@varve/store-memory";
import tokens from "@varve/tokens-o200k";
import trigger from "@varve/trigger-fraction";
import mine from "./plugin.ts";

const kernel = await createKernel({
  plugins: [mine, history, tokens, trigger, keep, store].map((plugin) => install(plugin, undefined)),
  context: { turnBudgetTokens: 400, compactionFraction: 0.75, compactionTarget: 0.4 },
});
let state = createState({ taskId: "t" });
for (let turn = 0; turn < 40; turn += 1) {
  state = append(state, [message("user", "Turn " + turn + ": a few words of what is wanted."), message("assistant", "Done.")]);
  state = (await kernel.prepare(append(state, [message("user", "on")]))).state;
}
console.log(JSON.stringify({ compactions: state.compaction.count, summary: state.summary?.text }));
`;

describe("a stranger who has the published packages and nothing else", () => {
  it("writes a plugin, and a kernel is compacted by it", () => {
    writeFileSync(join(project, "plugin.ts"), PLUGIN);
    writeFileSync(join(project, "harness.ts"), HARNESS);
    const { compactions, summary } = JSON.parse(run(node, ["harness.ts"], project));
    expect(compactions).toBeGreaterThan(1);
    expect(summary).toMatch(/^\d+ entries, briefly\.$/);
  });

  it("is told by the types what a hook point gives and takes", () => {
    writeFileSync(
      join(project, "wrong.ts"),
      PLUGIN.replace("({ removed }) => ({ summary:", "({ removed }) => ({ sumary:"),
    );
    const config = {
      compilerOptions: {
        module: "nodenext",
        target: "es2024",
        strict: true,
        noEmit: true,
        types: [],
        allowImportingTsExtensions: true,
      },
      files: ["plugin.ts"],
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules", ".bin", "tsc");
    run(tsc, ["-p", "tsconfig.json"], project);
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ ...config, files: ["wrong.ts"] }));
    expect(() => run(tsc, ["-p", "tsconfig.json"], project)).toThrow(/sumary/);
  });
});
