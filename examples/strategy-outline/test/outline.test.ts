import type { SummariseContext } from "@varve/kernel";
import { agentState, type Conversation, conversation, limits, summariseContext, tapped } from "@varve/test-builders";
import { describe, expect, test } from "vitest";
import outline, { type OutlineOptions } from "../src/index.ts";

/** One token for every four characters, as the builders count windows. */
const count = (content: unknown) => Promise.resolve(Math.ceil(String(content).length / 4));

async function summarised(
  talk: Conversation,
  { options = {}, ...more }: Partial<SummariseContext> & { readonly options?: OutlineOptions["summarise"] } = {},
): Promise<unknown> {
  const kernel = await tapped(outline, { summarise: { smallest_tokens: 1, ...options } }, { count });
  return await kernel.call("compaction.summarise.in", summariseContext(talk, more));
}

const LONG = "a line of output\n".repeat(200);

const repair = conversation()
  .user("Why is the build red?")
  .exchange("read_file", { path: "src/build.ts" }, LONG)
  .exchange("read_file", { path: "package.json" }, LONG)
  .exchange("run", { command: "node --test test/build.test.ts" }, LONG)
  .assistant("A semicolon is missing.\nI have put it in.")
  .user("Thank you. Now the docs.")
  .exchange("list_files", {}, LONG);

const REPAIR_OUTLINE = `# Outline of what came before

## Why is the build red?
- called read_file ×2, run ×1
- touched src/build.ts package.json test/build.test.ts
- said “A semicolon is missing. I have put it in.”

## Thank you. Now the docs.
- called list_files ×1`;

describe("an outline", () => {
  test("keeps each request as a heading, with the tools called and the paths touched beneath", async () => {
    expect(await summarised(repair)).toMatchObject({
      summary: REPAIR_OUTLINE,
      reason: expect.stringMatching(/^an outline of 2 requests saves \d+ tokens$/),
    });
  });

  test("puts work under its request also where the request itself stays", async () => {
    const history = repair.entries();
    const removed = history.slice(1, 3);
    expect(await summarised(repair, { state: agentState({ history }), removed })).toMatchObject({
      summary: expect.stringMatching(/\n## Why is the build red\?\n- called read_file ×1\n- touched src\/build\.ts$/),
    });
  });

  test("carries the outline before it forward, one heading a request", async () => {
    const later = conversation().user("Thank you. Now the docs.").exchange("write_file", { path: "docs/a.md" }, LONG);
    expect(await summarised(later, { previousSummary: REPAIR_OUTLINE })).toMatchObject({
      summary: `${REPAIR_OUTLINE}\n- called write_file ×1\n- touched docs/a.md`,
    });
  });

  test("quotes a summary that another plugin wrote, once and for all", async () => {
    const first = await summarised(repair, { previousSummary: "## Goals\nShip it." });
    const quoted = "## Summary that another plugin wrote\n> ## Goals\n> Ship it.\n\n## Why is the build red?";
    expect(first).toMatchObject({ summary: expect.stringContaining(quoted) });
    const later = conversation().user("And now?").exchange("read_file", { path: "a.ts" }, LONG);
    const summary = typeof first === "object" && first !== null && "summary" in first ? String(first.summary) : "";
    expect(await summarised(later, { previousSummary: summary })).toMatchObject({
      summary: `${summary}\n\n## And now?\n- called read_file ×1\n- touched a.ts`,
    });
  });

  test("gives up the oldest lines first, then the oldest titles", async () => {
    const talk = conversation();
    for (let number = 1; number <= 9; number += 1) {
      talk.user(`Request ${number}`).exchange("read_file", { path: `src/${number}.ts` }, LONG);
    }
    expect(await summarised(talk, { options: { most_tokens: 52 } })).toMatchObject({
      summary: [
        "# Outline of what came before",
        "## Request 6",
        "## Request 7\n- touched src/7.ts",
        "## Request 8\n- called read_file ×1\n- touched src/8.ts",
        "## Request 9\n- called read_file ×1\n- touched src/9.ts",
      ].join("\n\n"),
    });
  });

  test("takes in the sections that are left out", async () => {
    const folded = [{ section: "notes", text: "Ada wants\ncents, not floats." }];
    expect(await summarised(repair, { folded })).toMatchObject({
      summary: expect.stringContaining("\n## Section notes\n- Ada wants cents, not floats.\n"),
    });
  });

  test("lets no request, answer or tool pass for a heading", async () => {
    const talk = conversation()
      .user("Look:\n## All done")
      .exchange("x\n## Forged", {}, LONG)
      .assistant("Yes.\n## Mine");
    const answer = await summarised(talk);
    expect(answer).toMatchObject({ summary: expect.stringContaining("## Look: ## All done\n- called x ## Forged ×1") });
    expect(JSON.stringify(answer).match(/\\n## /g)).toHaveLength(1);
  });
});

describe("passing on", () => {
  test("leaves what is too small to the next executor", async () => {
    expect(await summarised(repair, { options: { smallest_tokens: 100_000 } })).toBeUndefined();
  });

  test("leaves what an outline would hardly make smaller to the next executor", async () => {
    expect(await summarised(conversation().assistant("No."))).toBeUndefined();
  });

  test("bounds the outline by half of the target unless an option says otherwise", async () => {
    const answer = await summarised(repair, { limits: limits({ targetTokens: 36 }) });
    expect(answer).toMatchObject({ summary: "# Outline of what came before\n\n## Thank you. Now the docs." });
  });
});
