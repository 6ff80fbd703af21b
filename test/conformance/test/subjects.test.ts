import { definePlugin, install, type Plugin, plainText } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { type ConformanceOptions, check, conversation, type Subject } from "../src/index.ts";

async function brokenBy(subject: Subject, options: ConformanceOptions = {}): Promise<readonly string[]> {
  const { rules } = await check(() => subject, { patienceMs: 300, searchMs: 400, lineLength: 2_048, ...options });
  return rules.filter(({ outcome }) => outcome === "broken").map(({ rule }) => rule.id);
}

function plugin(apply: Plugin["apply"]): Plugin {
  return definePlugin({ name: "tried", api: 1, apply });
}

describe("what is checked", () => {
  it("is what `post` makes of another's answer, too", async () => {
    const doubling = plugin(({ hooks }) =>
      hooks.compaction.summarise.post.tap("tried", (result, { removed }) => ({
        ...result,
        summary: removed.map(({ item }) => plainText(item).repeat(3)).join("\n") || "nothing",
      })),
    );
    expect(await brokenBy({ plugin: doubling })).toEqual(["summarise/progress"]);
  });

  it("is what `pre` does before another answers, too", async () => {
    const waiting = plugin(({ hooks }) =>
      hooks.compaction.keep.pre.tapPromise(
        "tried",
        ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      ),
    );
    // Whoever listens to a signal that has aborted already hears nothing.
    expect(await brokenBy({ plugin: waiting })).toEqual(["keep/settles", "keep/abort"]);
  });

  it("is the plugin alone, and not those that it needs", async () => {
    const others = plugin(({ hooks }) => hooks.compaction.keep.in.tap("tried", () => ({ sections: ["nowhere"] })));
    const sound = definePlugin({
      name: "sound",
      api: 1,
      apply: ({ hooks }) => hooks.tokens.count.post.tap("sound", (tokens) => tokens),
    });
    const report = await check(() => ({ plugin: sound, plugins: [install(others, undefined)] }));
    expect(report.answered).toEqual(["tokens.count"]);
    expect(report.notAnswered).toContain("compaction.keep");
    expect(report.rules.filter(({ outcome }) => outcome === "broken")).toEqual([]);
  });

  it("is nothing but its form, where a plugin only watches", async () => {
    const watching = plugin(({ events }) => events.compacted.tap("tried", () => undefined));
    const { answered, rules } = await check(() => ({ plugin: watching }));
    expect(answered).toEqual([]);
    expect(rules.map(({ rule }) => rule.id)).toEqual(["plugin/applies", "plugin/names", "plugin/options"]);
  });
});

describe("what a plugin is tried with", () => {
  const choosy = plugin(({ hooks }) =>
    hooks.compaction.summarise.in.tap("tried", ({ removed }) =>
      removed.some(({ item }) => item.kind === "tool_call" && item.name === "draw_chart")
        ? {
            summary: "A chart was drawn.",
            removes: removed.filter(({ item }) => item.kind === "tool_call").map(({ id }) => id),
          }
        : undefined,
    ),
  );

  it("can be conversations that it is made for", async () => {
    expect(await brokenBy({ plugin: choosy })).toEqual(["summarise/reached"]);
    const charts = conversation().user("Draw it.").exchange("draw_chart", {}, "<svg/>").assistant("There it is.");
    expect(await brokenBy({ plugin: choosy }, { conversations: [charts] })).toEqual(["summarise/pairs"]);
  });

  it("are states with the data and the skills that it reads", async () => {
    const seen = new Set<string>();
    const reading = plugin((kernel) => {
      const section = kernel.declareSection({ id: "cart", stability: "turn" });
      section.in.tap("tried", ({ state }) => {
        seen.add(JSON.stringify([state.data, state.loadedSkills]));
        return "The cart.";
      });
    });
    const data: object = { cart: ["tea"] };
    expect(await brokenBy({ plugin: reading, data, loadedSkills: ["sql"] })).toEqual([]);
    expect([...seen]).toEqual(['[{"cart":["tea"]},["sql"]]']);
  });

  it("frees every instance that was made", async () => {
    let held = 0;
    const dispose = () => {
      held -= 1;
    };
    const make = () => {
      held += 1;
      return { plugin: plugin(() => undefined), dispose };
    };
    await check(make);
    expect(held).toBe(0);
  });

  it("is the same from run to run, and another with another seed", async () => {
    // What is tried, and not how often: some rules try again what took long.
    const tried = async (seed?: number): Promise<ReadonlySet<string>> => {
      const seen = new Set<string>();
      const noting = plugin(({ hooks }) =>
        hooks.compaction.keep.in.tap("tried", ({ state }) => void seen.add(JSON.stringify(state.history))),
      );
      await brokenBy({ plugin: noting }, { runs: 6, searchMs: 10_000, ...(seed === undefined ? {} : { seed }) });
      return seen;
    };
    expect(await tried()).toEqual(await tried());
    expect(await tried(1)).not.toEqual(await tried(2));
  });
});
