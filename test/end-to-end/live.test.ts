import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CHAT_COMPLETIONS, type Dialect, MESSAGES, RESPONSES, scriptedServer } from "@varve/test-builders";
import { describe, expect, it } from "vitest";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Runs `npm run live` without npm, with these keys and no others. */
function live(args: readonly string[], keys: Readonly<Record<string, string>>) {
  const { OPENAI_API_KEY: _, ANTHROPIC_API_KEY: __, ...env } = process.env;
  const child = spawn(process.execPath, [join(root, "scripts/live.ts"), ...args], { env: { ...env, ...keys } });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (printed += text.toString()));
  return new Promise<{ readonly code: number | null; readonly printed: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, printed })),
  );
}

describe("npm run live", () => {
  it("says so where there is no key, claims nothing, and is no failure", async () => {
    const { code, printed } = await live([], {});
    expect(code).toBe(0);
    expect(printed).toMatch(/^No key in .*nothing was sent, and nothing is claimed/);
  });

  it.each<Dialect>([RESPONSES, CHAT_COMPLETIONS, MESSAGES])(
    "prints predicted beside reported cached tokens, over $api",
    async ({ api, says }) => {
      const answer = says({ text: "Rule 1." });
      await using server = await scriptedServer(answer, answer, answer);
      const base = api === "messages" ? server.url : `${server.url}/v1`;
      const key = "sk-live-test-never-printed";
      const { code, printed } = await live(["--api", api, "--base-url", base], {
        OPENAI_API_KEY: key,
        ANTHROPIC_API_KEY: key,
      });
      expect(printed).toMatch(/predicted +reported cached/);
      expect(printed.match(/^ +[123] +120 +\d+ +100 /gm)).toHaveLength(3);
      expect([code, server.requests.length]).toEqual([0, 3]);
      expect(printed).not.toContain(key);
    },
  );
});
