import { type EntryId, type HistoryEntry, isEntryId, type PluginKernel } from "@varve/kernel";
import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { failure, longTalk, stateOf, summariser, TIGHT } from "./long-tasks.ts";
import { kernelWith, plugin } from "./minimal-kernel.ts";

describe("those who decide", () => {
  it("a refusal by approve leaves the window as it is, a yes is in the record, and an edit is carried out", async () => {
    const approver = (answer: Parameters<PluginKernel["hooks"]["compaction"]["approve"]["in"]["tap"]>[1]) =>
      plugin("boss", (k) => k.hooks.compaction.approve.in.tap("boss", answer));
    const state = stateOf(longTalk());
    const no = await (await kernelWith([approver(() => ({ approve: false, reason: "not now" }))], TIGHT)).prepare(
      state,
    );
    expect(no.records).toEqual([]);
    expect(no.decisions.at(-1)).toEqual({
      operation: "compaction.approve",
      plugin: "boss",
      answer: "no",
      reason: "not now",
    });
    expect(no.state.history).toEqual(state.history);
    const yes = await (await kernelWith([approver(() => true)], TIGHT)).compact(state);
    expect(yes.records[0]?.decisions.at(-1)).toMatchObject({ plugin: "boss", answer: "yes" });
    const edited = await (
      await kernelWith([approver(() => ({ edit: { summary: "as the boss says" } }))], TIGHT)
    ).compact(state);
    expect(edited.state.summary?.text).toBe("as the boss says");
    expect(edited.records[0]?.decisions.at(-1)).toMatchObject({ plugin: "boss", answer: "edited" });
  });

  it("what keep pins is told to summarise with its whole exchange, and nobody can remove or replace any of it", async () => {
    const state = stateOf(longTalk());
    const result = state.history.find(({ item }) => item.kind === "tool_result");
    if (result === undefined) throw new Error("no result");
    const told: (readonly string[])[] = [];
    const pinning = plugin("pinning", (k) =>
      k.hooks.compaction.keep.in.tap("pinning", ({ sections }) => ({
        sections: sections.map(({ id }) => id),
        pins: [result.id],
      })),
    );
    const careless = plugin("careless", (k) =>
      k.hooks.compaction.summarise.in.tap("careless", ({ pinned }) => {
        told.push(pinned);
        return { removes: [result.id], replacement: [{ item: { ...result.item }, replaces: result.id }] };
      }),
    );
    const refused = await failure((await kernelWith([pinning, careless], TIGHT)).compact(state));
    expect(refused).toMatchObject({ code: "INVALID_COMPACTION", plugin: "careless" });
    expect(String(refused)).toContain(`it would remove ${result.id}, which keep pinned`);
    expect(told[0]).toContain(result.id);
    expect(told[0]?.length).toBeGreaterThan(1);
    const edits = plugin("boss", (k) =>
      k.hooks.compaction.approve.in.tap("boss", () => ({
        edit: { summary: "short", removes: [...(told[0] ?? [])].map(toId) },
      })),
    );
    expect(await failure((await kernelWith([pinning, edits], TIGHT)).compact(state))).toMatchObject({ plugin: "boss" });
  });

  it("names the plugin that replaced an answer, and whose answer it was", async () => {
    const second = plugin("second", (k) =>
      k.hooks.compaction.trigger.post.tap("second", () => ({ compact: false, reason: "later" })),
    );
    const { decisions } = await (await kernelWith([second], TIGHT)).prepare(stateOf(longTalk()));
    expect(decisions).toEqual([
      { operation: "compaction.trigger", plugin: "second", replaced: "minimal", answer: "no", reason: "later" },
    ]);
  });

  it("is no error where a trigger says yes of its own accord and nothing can go", async () => {
    const eager = plugin("eager", (k) => k.hooks.compaction.trigger.in.tap("eager", () => true));
    const { window, records } = await (await kernelWith([eager])).prepare(stateOf(conversation().user("only")));
    expect(window.input).toHaveLength(1);
    expect(records).toEqual([]);
  });

  it("a proposal can be had without committing it: nothing is written and no state changes", async () => {
    let written = 0;
    const kernel = await kernelWith(
      [
        plugin("watch", (k) =>
          k.hooks.persistence.write.in.tap("watch", () => {
            written += 1;
          }),
        ),
      ],
      TIGHT,
    );
    const state = stateOf(longTalk());
    const proposal = await kernel.propose(state);
    expect(proposal).toMatchObject({ id: "t/c1", reason: "manual" });
    expect(proposal?.tokensAfter).toBeLessThan(proposal?.tokensBefore ?? 0);
    expect(proposal?.uncachedTokens).toBeGreaterThan(0);
    expect(written).toBe(0);
    expect(await kernel.propose(stateOf(conversation().user("only")))).toBeNull();
  });

  it("a section left out is folded into the summary, and stays out until its content changes", async () => {
    let notes = "remember the milk ".repeat(20);
    const folded: string[] = [];
    const kernel = await kernelWith(
      [
        plugin("notes", (k) =>
          k.declareSection({ id: "notes", stability: "task", survives: "folded" }).in.tap("notes", () => notes),
        ),
        summariser((context) => {
          folded.push(...context.folded.map(({ section, text }) => `${section}: ${text.slice(0, 17)}`));
          return { summary: "s" };
        }),
      ],
      TIGHT,
    );
    const { state, records } = await kernel.compact(stateOf(longTalk()));
    expect(folded).toEqual(["notes: remember the milk"]);
    expect((await kernel.assemble(state)).sections.map(({ id }) => id)).not.toContain("notes");
    expect(records[0]?.folded[0]?.text).toBe(notes);
    notes = "something new";
    expect((await kernel.assemble(state)).sections.map(({ id }) => id)).toContain("notes");
  });

  it("an essential section is left out only by a keep that says allowEssential", async () => {
    const keep = (more: { allowEssential?: true }) =>
      plugin("keep", (k) =>
        k.hooks.compaction.keep.in.tap("keep", ({ sections }) => ({
          sections: sections.filter(({ id }) => id !== "rules").map(({ id }) => id),
          ...more,
        })),
      );
    const rules = plugin("rules", (k) =>
      k
        .declareSection({ id: "rules", stability: "task", survives: "essential" })
        .in.tap("rules", () => "always ".repeat(20)),
    );
    expect(String(await failure((await kernelWith([rules, keep({})], TIGHT)).compact(stateOf(longTalk()))))).toMatch(
      /rules, which is essential, without saying allowEssential/,
    );
    const { records } = await (await kernelWith([rules, keep({ allowEssential: true })], TIGHT)).compact(
      stateOf(longTalk()),
    );
    expect(records[0]?.folded.map(({ section }) => section)).toEqual(["rules"]);
  });

  it("refuses a keep that names sections or entries that are not there", async () => {
    const keep = (result: { sections: string[]; pins?: HistoryEntry["id"][] }) =>
      plugin("keep", (k) => k.hooks.compaction.keep.in.tap("keep", () => result));
    expect(
      String(await failure((await kernelWith([keep({ sections: ["nothing"] })], TIGHT)).compact(stateOf(longTalk())))),
    ).toMatch(/keeps section nothing/);
    const pins = ["e999" as HistoryEntry["id"]];
    expect(
      String(
        await failure(
          (await kernelWith([keep({ sections: ["system_prompt"], pins })], TIGHT)).compact(stateOf(longTalk())),
        ),
      ),
    ).toMatch(/pins entry e999/);
  });
});

function toId(id: string): EntryId {
  if (!isEntryId(id)) throw new Error(`${id} is no entry`);
  return id;
}
