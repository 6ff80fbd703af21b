import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { definePlugin, type EventName, install } from "@varve/kernel";
import logPino from "@varve/log-pino";
import storeSqlite from "@varve/store-sqlite";
import { hangUp, raw, type ServedAnswer, scriptedServer } from "@varve/test-builders";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { FORMATS, KEY, providerKernel, taskOf } from "./provider-kernel.ts";

beforeEach(() => {
  vi.stubEnv("OPENAI_API_KEY", KEY);
  vi.stubEnv("ANTHROPIC_API_KEY", KEY);
  // The SDKs print what they send where they are told to.
  vi.stubEnv("OPENAI_LOG", "debug");
  vi.stubEnv("ANTHROPIC_LOG", "debug");
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** The forms in which a key can be found again. */
const FORMS = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString("base64"), KEY.slice(3)] as const;

const EVENTS: readonly EventName[] = [
  "assembled",
  "decided",
  "compacting",
  "compacted",
  "refused",
  "prefixChanged",
  "toolsHeld",
  "usageStalled",
  "delta",
  "invoked",
  "failed",
];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "varve-secrets-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe.each(FORMATS)("a key over $api", (dialect) => {
  const { says, error, idHeader } = dialect;
  const SOON = { "retry-after-ms": "1", [idHeader]: KEY };

  /** What a server may do, each with the key repeated wherever a server can repeat it. */
  const BEHAVIOURS: readonly (readonly [name: string, answers: readonly ServedAnswer[]])[] = [
    ["answers", [says({ text: "Done." })]],
    ["refuses the key and quotes it", [error(401, { type: "auth", message: `Incorrect API key ${KEY}` })]],
    [
      "breaks and quotes its headers",
      [error(500, { message: `authorization: Bearer ${KEY}` }, SOON), says({ text: "ok" })],
    ],
    ["fails in the stream", [says({ text: "Half", fails: { code: `code ${KEY}`, message: `key ${KEY}` } })]],
    ["answers with a page", [raw(`<html>${KEY}</html>`, "text/html")]],
    ["answers with broken JSON", [raw(`{"key": "${KEY}"`, "application/json")]],
    ["sends broken events", [raw(`event: x\ndata: {"key": "${KEY}"\n\n`, "text/event-stream")]],
    ["redirects", [(response) => void response.writeHead(307, { location: `http://other.invalid/?key=${KEY}` }).end()]],
    ["hangs up", [hangUp, hangUp, hangUp]],
  ];

  it.each(BEHAVIOURS)("is in no log, record, store, event or error when the server %s", async (_, answers) => {
    const server = await scriptedServer(...answers);
    onTestFinished(() => server[Symbol.asyncDispose]());
    const written = folder();
    const told: unknown[] = [];
    for (const name of ["log", "info", "warn", "error", "debug"] as const) {
      const spy = vi.spyOn(console, name).mockImplementation((...words) => void told.push(words));
      onTestFinished(() => void spy.mockRestore());
    }
    const watcher = definePlugin({
      name: "watcher",
      api: 1,
      apply: ({ events }) => {
        for (const name of EVENTS) events[name].tap("watcher", (event) => void told.push(event));
      },
    });
    const kernel = await providerKernel(dialect, server, {
      max_retries: 2,
      store: install(storeSqlite, { path: join(written, "varve.db") }),
      plugins: [install(logPino, { level: "trace", path: join(written, "log.jsonl") }), install(watcher, undefined)],
    });

    const outcome: unknown = await kernel
      .turn(taskOf(6))
      .then(({ state }) => kernel.save(state))
      .catch((thrown: unknown) => thrown);
    server.script(...answers);
    const compacted: unknown = await kernel.compact(taskOf(6)).catch((thrown: unknown) => thrown);

    expect(server.requests.length).toBeGreaterThan(0);
    const texts = [outcome, compacted, ...told].flatMap((each) => [
      inspect(each, { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null }),
      JSON.stringify(each) ?? "",
    ]);
    const files = readdirSync(written).map((name) => readFileSync(join(written, name), "latin1"));
    expect(files.length).toBeGreaterThan(0);
    for (const form of FORMS) for (const text of [...texts, ...files]) expect(text.includes(form)).toBe(false);
  });
});
