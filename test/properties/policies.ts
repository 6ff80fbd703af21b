import { definePlugin, type HistoryEntry, type Installation, install } from "@varve/kernel";
import fc from "fast-check";

/** A generated policy: at every decision it takes the next of its answers, sane ones and hostile ones alike. */
export interface GeneratedPolicy {
  readonly seed: readonly number[];
  readonly hostility: "sane" | "hostile";
}

export const sanePolicies: fc.Arbitrary<GeneratedPolicy> = fc.record({
  seed: fc.array(fc.nat({ max: 1_000 }), { minLength: 4, maxLength: 16 }),
  hostility: fc.constant("sane"),
});

export const hostilePolicies: fc.Arbitrary<GeneratedPolicy> = fc.record({
  seed: fc.array(fc.nat({ max: 1_000 }), { minLength: 4, maxLength: 16 }),
  hostility: fc.constant("hostile"),
});

/** The policy as a plugin. Nothing of it is typed the way it should be where it is hostile: that is the point. */
export function policyPlugin({ seed, hostility }: GeneratedPolicy): Installation {
  let at = 0;
  const next = (below: number): number => {
    at += 1;
    return (seed[at % seed.length] ?? 0) % below;
  };
  const some = (entries: readonly HistoryEntry[]) => entries.filter(() => next(3) > 0);
  const plugin = definePlugin({
    name: "generated",
    api: 1,
    apply({ hooks: { compaction, persistence } }) {
      const tap = (
        point: { tap(name: string, executor: never): void },
        executor: (context: never) => unknown,
      ): void => {
        Reflect.apply(point.tap, point, ["generated", executor]);
      };
      tap(
        compaction.trigger.in,
        ({ estimate, limits }: { estimate: { tokens: number }; limits: { triggerTokens: number } }) =>
          estimate.tokens > limits.triggerTokens || undefined,
      );
      tap(
        compaction.keep.in,
        ({ sections, state }: { sections: readonly { id: string }[]; state: { history: readonly HistoryEntry[] } }) => {
          const ids = sections.map(({ id }) => id);
          if (hostility === "hostile") {
            const answers: readonly (() => unknown)[] = [
              () => ({}),
              () => ({ sections: ["nowhere"] }),
              () => ({ sections: ids, pins: ["e9999"] }),
              () => {
                throw "keep";
              },
              () => [],
              () => ({ sections: [] }),
            ];
            const chosen = answers[next(12)];
            if (chosen !== undefined) return chosen();
          }
          return { sections: ids, pins: state.history.filter(() => next(9) === 0).map(({ id }) => id) };
        },
      );
      tap(
        compaction.summarise.in,
        ({ removed, state }: { removed: readonly HistoryEntry[]; state: { history: readonly HistoryEntry[] } }) => {
          mutate(state);
          const results = removed.filter(({ item }) => item.kind === "tool_result");
          const masked = results.map(({ id, item }) => ({
            replaces: id,
            item: { ...item, parts: [{ kind: "text", text: "[masked]" }] },
          }));
          const sane: readonly (() => unknown)[] = [
            () => ({ summary: "short" }),
            () =>
              masked.length === 0 ? { summary: "none" } : { removes: results.map(({ id }) => id), replacement: masked },
            () => ({
              summary: "and",
              replacement: [{ item: { kind: "message", role: "user", parts: [{ kind: "text", text: "noted" }] } }],
            }),
            () => undefined,
          ];
          const hostile: readonly (() => unknown)[] = [
            () => ({}),
            () => ({ summary: " " }),
            () => "text",
            () => null,
            () => {
              throw new Error("no");
            },
            () => Promise.reject(new Error("no")),
            () => ({ summary: "x", removes: some(removed).map(({ id }) => id) }),
            () => ({ summary: "x", removes: some(state.history).map(({ id }) => id) }),
            () => ({ replacement: some(removed).map(({ item }) => ({ item })) }),
            () => ({ replacement: removed.map(({ id, item }) => ({ item, replaces: id })), removes: [] }),
            () => ({ summary: "y".repeat(20_000) }),
          ];
          const answers = hostility === "sane" ? sane : [...sane, ...hostile];
          return answers[next(answers.length)]?.();
        },
      );
      if (hostility === "hostile") {
        tap(persistence.write.in, () => (next(4) === 0 ? Promise.reject(new Error("disk")) : undefined));
        tap(
          compaction.approve.in,
          () => [true, false, { approve: false }, { edit: { summary: "edited" } }, { edit: {} }, undefined][next(6)],
        );
      }
    },
  });
  return install(plugin, undefined);
}

/** Tries to change what it was given, everywhere it can reach. */
function mutate(value: unknown, depth = 0): void {
  if (typeof value !== "object" || value === null || depth > 4) return;
  for (const key of Reflect.ownKeys(value).slice(0, 6)) {
    mutate(Reflect.get(value, key), depth + 1);
    Reflect.set(value, key, "changed");
    Reflect.deleteProperty(value, key);
  }
}
