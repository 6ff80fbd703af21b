import {
  type AgentState,
  type ApproveResult,
  append,
  type CompactionProposal,
  type Decision,
  type EventMap,
  type Installation,
  type Kernel,
} from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { budget, kernelOf, plugin, projectFolder } from "./default-kernel.ts";
import { longTalk, sampleProject, sampleTask } from "./sample-project.ts";

const APPROVER = "@acme/approver";
const WATCHER = "@acme/watcher";
const AT_MS = 1_700_000_000_000;

/** What an observer was told, in order. */
interface Told {
  readonly decided: Decision[];
  readonly refused: EventMap["refused"][];
  readonly events: string[];
}

/** A watched kernel over the SQLite file of a folder. */
async function watched(
  folder: string,
  plugins: readonly Installation[] = [],
): Promise<{ readonly kernel: Kernel; readonly told: Told }> {
  const told: Told = { decided: [], refused: [], events: [] };
  const watcher = plugin(WATCHER, ({ events }) => {
    events.decided.tap(WATCHER, ({ decision }) => void told.decided.push(decision));
    events.refused.tap(WATCHER, (event) => void told.refused.push(event));
    for (const name of ["compacting", "compacted", "refused", "failed"] as const)
      events[name].tap(WATCHER, () => void told.events.push(name));
  });
  const kernel = await kernelOf(folder, { plugins: [...plugins, watcher], clock: () => AT_MS });
  return { kernel, told };
}

/** Answers `compaction.approve` with one answer after the other, and keeps what it was asked about. */
function approver(answers: readonly ApproveResult[], asked: CompactionProposal[] = []): Installation {
  return plugin(APPROVER, ({ hooks }) =>
    hooks.compaction.approve.in.tap(APPROVER, ({ proposal }) => {
      asked.push(proposal);
      return answers[asked.length - 1];
    }),
  );
}

const NO = { approve: false, reason: "the release is being cut" } as const;
const EDIT = { edit: { summary: "Ann: the parser was read, case by case." }, reason: "said shorter" } as const;
const YES = { approve: true, reason: "now is the time" } as const;

const folderOf = () => projectFolder(sampleProject(budget(9_000)));
const shortTask = (kernel: Kernel) => sampleTask(kernel, longTalk(2));
const more = (state: AgentState) => append(state, longTalk().items);

function whoSaid(decisions: readonly Decision[]): readonly string[] {
  return decisions.map(({ operation, answer, plugin: by }) => `${operation} ${answer} ${by}`);
}

const TRIGGERED = [
  "compaction.trigger yes @varve/trigger-fraction",
  "compaction.keep answered @varve/keep-essentials",
  "compaction.summarise answered @varve/summarise-extractive",
];
const CALM = "compaction.trigger no @varve/trigger-fraction";

describe("every decision", () => {
  it("is an event with plugin and reason, also a no", async () => {
    const { kernel, told } = await watched(folderOf());
    const { decisions, records } = await kernel.prepare(await shortTask(kernel));
    expect(records).toEqual([]);
    expect(told.decided).toEqual(decisions);
    expect(told.decided).toEqual([
      {
        operation: "compaction.trigger",
        plugin: "@varve/trigger-fraction",
        answer: "no",
        reason: expect.stringMatching(/^[\d,]+ of 6,750 tokens \(counted\)$/),
      },
    ]);
  });

  it("of the three points and of approve is an event, in the order in which they were taken", async () => {
    const { kernel, told } = await watched(folderOf(), [approver([YES])]);
    const { decisions } = await kernel.prepare(await sampleTask(kernel));
    expect(told.decided).toEqual(decisions);
    expect(whoSaid(told.decided)).toEqual([...TRIGGERED, `compaction.approve yes ${APPROVER}`, CALM]);
    expect(told.decided.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^[\d,]+ of 6,750 tokens/),
      "every section stays",
      expect.stringMatching(/^extracted from \d+ entries/),
      YES.reason,
      expect.stringMatching(/^[\d,]+ of 6,750 tokens/),
    ]);
    expect(told.events).toEqual(["compacting", "compacted"]);
  });
});

describe("a proposal", () => {
  it("is the compaction as it would be, and commits nothing", async () => {
    const folder = folderOf();
    const asked: CompactionProposal[] = [];
    const { kernel, told } = await watched(folder, [approver([YES], asked)]);
    const state = await kernel.save(await sampleTask(kernel));
    const written = JSON.stringify(state);

    const proposal = await kernel.propose(state, { reason: "budget" });
    expect(proposal?.tokensAfter).toBeLessThan(proposal?.tokensBefore ?? 0);
    expect(JSON.stringify(state)).toBe(written);
    expect(await kernel.load(state.taskId)).toEqual(state);
    expect((await kernel.records(state.taskId)).records).toEqual([]);
    expect(told.events).toEqual([]);
    expect(asked).toEqual([]);

    const { records } = await kernel.prepare(state);
    const { decisions, ...proposed } = { ...proposal };
    expect(records[0]).toMatchObject(proposed);
    expect(whoSaid(decisions ?? [])).toEqual(TRIGGERED.slice(1));
  });
});

describe("an approver", () => {
  it("refuses one proposal, edits another, lets a third pass, and the third is undone", async () => {
    const folder = folderOf();
    const asked: CompactionProposal[] = [];
    const { kernel, told } = await watched(folder, [approver([NO, EDIT, YES], asked)]);
    const start = await kernel.save(await sampleTask(kernel));

    const first = await kernel.prepare(start);
    expect(first).toMatchObject({ state: start, records: [] });
    expect(whoSaid(first.decisions)).toEqual([...TRIGGERED, `compaction.approve no ${APPROVER}`]);
    expect(told.refused).toMatchObject([{ proposal: asked[0], decision: { plugin: APPROVER, reason: NO.reason } }]);
    expect((await kernel.records(start.taskId)).records).toEqual([]);

    const second = await kernel.prepare(start);
    const [edited] = second.records;
    expect(edited?.summaryAfter).toEqual({ text: EDIT.edit.summary });
    expect(edited?.removed).toEqual(asked[1]?.removed);
    expect(edited?.tokensAfter).toBeLessThan(asked[1]?.tokensAfter ?? 0);
    expect(second.state.summary).toEqual({ text: EDIT.edit.summary });
    expect(edited?.decisions.at(-1)).toEqual({
      operation: "compaction.approve",
      plugin: APPROVER,
      answer: "edited",
      reason: EDIT.reason,
    });

    const before = await kernel.save(more(second.state));
    const third = await kernel.prepare(before);
    const [passed] = third.records;
    expect(passed).toMatchObject({ previous: edited?.id, summaryBefore: { text: EDIT.edit.summary }, atMs: AT_MS });
    expect(third.state.history.length).toBeLessThan(before.history.length);

    const undone = await kernel.save(kernel.restore(third.state, passed ?? missing()));
    expect(undone.history).toEqual(before.history);
    expect(undone.summary).toEqual(before.summary);
    expect((await kernel.assemble(undone)).input).toEqual((await kernel.assemble(before)).input);

    const { records, damaged } = await kernel.records(start.taskId);
    expect(damaged).toEqual([]);
    expect(records).toEqual([edited, passed]);
    expect(records.map(({ decisions }) => whoSaid(decisions))).toEqual([
      [...TRIGGERED, `compaction.approve edited ${APPROVER}`],
      [...TRIGGERED, `compaction.approve yes ${APPROVER}`],
    ]);
  });

  it("cannot edit a proposal into one that is worse: it is refused like any other, and the state stays", async () => {
    const folder = folderOf();
    const longer = { edit: { summary: "much more than there was ".repeat(4_000) } };
    const { kernel, told } = await watched(folder, [approver([longer])]);
    const state = await kernel.save(await sampleTask(kernel));
    await expect(kernel.prepare(state)).rejects.toMatchObject({ code: "NO_PROGRESS" });
    expect(told.events).toEqual(["failed"]);
    expect(await kernel.load(state.taskId)).toEqual(state);
    expect((await kernel.records(state.taskId)).records).toEqual([]);
  });
});

describe("the store", () => {
  it("gives back the records and the state that were returned, to another kernel as well", async () => {
    const folder = folderOf();
    const { kernel } = await watched(folder, [approver([YES, YES])]);
    const first = await kernel.prepare(await sampleTask(kernel));
    const second = await kernel.prepare(more(first.state));
    const returned = [...first.records, ...second.records];
    expect(returned).toHaveLength(2);

    const other = (await watched(folder)).kernel;
    expect(await other.records("sample")).toEqual({ records: returned, damaged: [] });
    expect(await other.load("sample")).toEqual(second.state);
    const [, last] = (await other.records("sample")).records;
    expect(last && other.restore(second.state, last).history).toEqual(more(first.state).history);
  });

  it("keeps the record of what was undone, and gives the next compaction an id of its own", async () => {
    const { kernel } = await watched(folderOf());
    const { state, records } = await kernel.prepare(await sampleTask(kernel));
    const [undone] = records;
    const restored = await kernel.save(kernel.restore(state, undone ?? missing()));
    const again = await kernel.prepare(restored);
    const stored = (await kernel.records(state.taskId)).records;
    expect(stored).toEqual([undone, ...again.records]);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(2);
  });
});

function missing(): never {
  throw new Error("nothing was compacted");
}
