import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PATIENCE_MS, play, RUNS, taskOf, wireItems } from "./play.ts";
import { hostilePolicies, sanePolicies } from "./policies.ts";

describe("over generated conversations and generated policies", () => {
  it(
    "no request holds a result without its call, nor a call id twice, and only calls at the very end are open",
    async () => {
      await fc.assert(
        fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
          play(turns, policy, budget, ({ body }) => {
            const open = new Map<string, number>();
            const seen = new Set<string>();
            for (const [index, { type, call_id: id = "" }] of wireItems(body).entries()) {
              if (type === "function_call") {
                expect(seen.has(id)).toBe(false);
                seen.add(id);
                open.set(id, index);
              } else if (type === "function_call_output") {
                expect(open.delete(id)).toBe(true);
              }
            }
            const last = wireItems(body).findLastIndex(
              (item) => item.type === "function_call_output" || Reflect.get(item, "role") === "user",
            );
            for (const index of open.values()) expect(index).toBeGreaterThan(last);
          }),
        ),
        RUNS,
      );
    },
    PATIENCE_MS,
  );

  it(
    "no compaction removes an unanswered call, or the request being worked on",
    async () => {
      await fc.assert(
        fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
          play(turns, policy, budget, ({ before, prepared }) => {
            const answered = new Set(
              before.history.flatMap(({ item }) => (item.kind === "tool_result" ? [item.callId] : [])),
            );
            const open = before.history.filter(({ item }) => item.kind === "tool_call" && !answered.has(item.callId));
            const stays = new Set(prepared.state.history.map(({ id }) => id));
            for (const { id } of open) expect(stays.has(id)).toBe(true);
            const request = before.history.findLast(
              ({ item, made, past }) =>
                item.kind === "message" && item.role === "user" && made === undefined && past !== true,
            );
            if (request !== undefined) expect(stays.has(request.id)).toBe(true);
          }),
        ),
        RUNS,
      );
    },
    PATIENCE_MS,
  );

  it(
    "no reasoning item is parted from what it belongs to",
    async () => {
      await fc.assert(
        fc.asyncProperty(...taskOf(hostilePolicies), (turns, policy, budget) =>
          play(turns, policy, budget, ({ body }) => {
            const items = wireItems(body);
            for (const [index, { type }] of items.entries()) {
              if (type !== "reasoning") continue;
              const next = items.slice(index + 1).find((item) => item.type !== "reasoning");
              expect(next?.type === "function_call" || Reflect.get(next ?? {}, "role") === "assistant").toBe(true);
            }
          }),
        ),
        RUNS,
      );
    },
    PATIENCE_MS,
  );

  it(
    "the static prefix is the same bytes on every turn",
    async () => {
      await fc.assert(
        fc.asyncProperty(...taskOf(hostilePolicies), async (turns, policy, budget) => {
          const prefixes = new Set<string>();
          await play(
            turns,
            policy,
            budget,
            ({ body }) =>
              void prefixes.add(JSON.stringify([body.instructions, body.tools, body.prompt_cache_key, body.store])),
          );
          expect(prefixes.size).toBeLessThanOrEqual(1);
        }),
        RUNS,
      );
    },
    PATIENCE_MS,
  );

  it(
    "without a compaction, the previous request's items are a prefix of the next one's",
    async () => {
      await fc.assert(
        fc.asyncProperty(...taskOf(sanePolicies), async (turns, policy, budget) => {
          let previous: readonly string[] = [];
          await play(turns, policy, budget, ({ prepared, body }) => {
            const items = wireItems(body).map((item) => JSON.stringify(item));
            if (prepared.records.length === 0) expect(items.slice(0, previous.length)).toEqual(previous);
            previous = items;
          });
        }),
        RUNS,
      );
    },
    PATIENCE_MS,
  );
});
