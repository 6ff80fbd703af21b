import {
  type AgentState,
  append,
  createState,
  type HistoryEntry,
  type InputItem,
  type ModelResponse,
  message,
  plainText,
} from "@varve/kernel";
import { type Conversation, conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { budget, defaultKernel, failureOf, plugin } from "../end-to-end/default-kernel.ts";
import { bodyOf, itemsOf, requestFaults, textsOf } from "../end-to-end/request-body.ts";
import { longTalk, MARKS, sampleProject, sampleTask } from "../end-to-end/sample-project.ts";

const MODEL = '[model]\nname = "gpt-5"\n';

function stateOf(talk: Conversation): AgentState {
  return append(createState({ taskId: "t" }), talk.items);
}

function answerOf(items: readonly InputItem[]): ModelResponse {
  return { items, usage: null, model: "gpt-5", finish: "stop", requestId: null };
}

/** A model that gives one answer after another, and says how often it was asked. */
function modelOf(...answers: readonly (readonly InputItem[])[]) {
  const asked: number[] = [];
  const model = plugin("model", ({ hooks }) =>
    hooks.model.invoke.in.tap("model", () => {
      asked.push(asked.length);
      return answerOf(answers[Math.min(asked.length, answers.length) - 1] ?? []);
    }),
  );
  return { asked, model };
}

/** A summariser that writes down what it is handed. */
function recorder(more: (removed: readonly HistoryEntry[]) => string = () => "noted") {
  const seen: { readonly removed: readonly HistoryEntry[]; readonly previous: string | null }[] = [];
  const strategy = plugin("recorder", ({ hooks }) =>
    hooks.compaction.summarise.in.tap("recorder", ({ removed, previousSummary }) => {
      seen.push({ removed, previous: previousSummary });
      return { summary: more(removed) };
    }),
  );
  return { seen, strategy };
}

describe("summaries", () => {
  for (const [what, items] of [
    ["no text", []],
    ["blanks", [message("assistant", "  \n\t ")]],
    ["reasoning only", [{ kind: "reasoning", summary: ["hm"], encrypted: "eA==", provider: "openai" } as const]],
  ] as const) {
    it(`fault 14: a model that answers with ${what} replaces nothing: typed error, history and store untouched`, async () => {
      const { asked, model } = modelOf(items);
      const kernel = await defaultKernel({ toml: `${budget(9_000)}${MODEL}`, plugins: [model] });
      const state = stateOf(longTalk());
      const before = JSON.stringify(state);
      expect(await failureOf(kernel.prepare(state))).toMatchObject({ cause: { code: "SUMMARY" } });
      expect(asked.length).toBeGreaterThan(1);
      expect(JSON.stringify(state)).toBe(before);
      expect(await kernel.load("t")).toBeNull();
    });
  }

  it("fault 14: one more try is made where it makes sense, and its summary is taken", async () => {
    const { asked, model } = modelOf([], [message("assistant", "The parser was searched for 40 cases.")]);
    const kernel = await defaultKernel({ toml: `${budget(9_000)}${MODEL}`, plugins: [model] });
    const { state } = await kernel.prepare(stateOf(longTalk()));
    expect(asked).toHaveLength(2);
    expect(state.summary?.text).toBe("The parser was searched for 40 cases.");
  });

  it("fault 14: a third party's blank summary is refused with its name", async () => {
    const { strategy } = recorder(() => " \n ");
    const kernel = await defaultKernel({ toml: budget(9_000), plugins: [strategy] });
    expect(await failureOf(kernel.prepare(stateOf(longTalk())))).toMatchObject({
      code: "INVALID_RESULT",
      plugin: "recorder",
    });
  });

  it("fault 17: what the first summary kept is still findable after the second and the third", async () => {
    const kernel = await defaultKernel({ toml: budget(9_000) });
    const talk = conversation()
      .user("The signing key is in /etc/varve/signing.key. Never print it.")
      .assistant("I decided to read the key with openssl and not to print it.");
    let state = stateOf(talk);
    let compactions = 0;
    for (let round = 0; compactions < 3; round += 1) {
      expect(round).toBeLessThan(20);
      const next = longTalk(15).items.map((item) =>
        "callId" in item ? { ...item, callId: `${item.callId}/${round}` } : item,
      );
      const prepared = await kernel.prepare(append(state, next));
      compactions += prepared.records.length;
      state = prepared.state;
    }
    expect(state.summary?.text).toContain("/etc/varve/signing.key");
  });

  it("fault 19: task, plan and the user's latest request survive, though they lie in the oldest half of a long tool run", async () => {
    const kernel = await defaultKernel(sampleProject(budget(9_000, 0.5)));
    const { state, window, records } = await kernel.prepare(await sampleTask(kernel, longTalk(80)));
    expect(records.length).toBeGreaterThan(0);
    const texts = textsOf(await bodyOf(kernel, window)).join("\n");
    for (const mark of [MARKS.goal, MARKS.criterion, MARKS.step, "Please mend the parser."])
      expect(texts).toContain(mark);
    expect(state.history[0]).not.toHaveProperty("past");
  });

  it("fault 20: a call keeps its name, its arguments and what came of it in what is summarised, and in the summary", async () => {
    const talk = conversation()
      .user("deploy it")
      .call("deploy", { env: "staging-7" })
      .failure("quota exceeded in eu-west");
    for (const { item } of longTalk(40).entries())
      talk.item("callId" in item ? { ...item, callId: `x${item.callId}` } : item);
    const { seen, strategy } = recorder();
    await (await defaultKernel({ toml: budget(9_000), plugins: [strategy] })).prepare(stateOf(talk));
    const material = seen[0]?.removed.map(({ item }) => plainText(item)).join("\n");
    expect(material).toContain('deploy({"env":"staging-7"})');
    expect(material).toContain("error: quota exceeded in eu-west");

    const { state } = await (await defaultKernel({ toml: budget(9_000) })).prepare(stateOf(talk));
    for (const word of ["deploy", "staging-7", "quota exceeded in eu-west"])
      expect(state.summary?.text).toContain(word);
  });

  it("fault 21: a strategy can return entries: three kept verbatim, the rest masked in place, and the request is valid", async () => {
    const masking = plugin("masking", ({ hooks }) =>
      hooks.compaction.summarise.in.tap("masking", ({ removed }) => {
        const masked = removed.slice(3).filter(({ item }) => item.kind === "tool_result");
        return {
          removes: masked.map(({ id }) => id),
          replacement: masked.flatMap(({ id, item }) =>
            item.kind === "tool_result"
              ? [{ replaces: id, item: { ...item, parts: [{ kind: "text", text: "[seen; ask for it again]" }] } }]
              : [],
          ),
        };
      }),
    );
    const kernel = await defaultKernel({ toml: budget(9_000), plugins: [masking] });
    const state = stateOf(longTalk(50));
    const { window, records, state: after } = await kernel.compact(state);
    const body = await bodyOf(kernel, window);
    expect(requestFaults(body)).toEqual([]);
    expect(after.history.slice(0, 4)).toEqual(state.history.slice(0, 4));
    expect(after.history).toHaveLength(state.history.length);
    expect(after.summary).toBeNull();
    expect(textsOf(body).filter((text) => text.includes("[seen; ask for it again]"))).toHaveLength(
      records.flatMap(({ inserted }) => inserted).length,
    );
  });

  it("fault 49: a loaded skill's instructions stand in a section of their own, also after two compactions", async () => {
    const kernel = await defaultKernel(sampleProject(budget(9_000, 0.5)));
    const first = await kernel.compact(await sampleTask(kernel));
    const second = await kernel.compact(first.state);
    for (const { window } of [first, second]) {
      expect(window.sections.find(({ id }) => id === "skill:commits")?.text).toContain(MARKS.skillBody);
      expect(textsOf(await bodyOf(kernel, window))[0]).toContain(MARKS.skillBody);
    }
  });

  it("fault 50: an old request that is kept is marked as past, and the request being worked on stays the last one", async () => {
    const pinning = plugin("pinning", ({ hooks }) =>
      hooks.compaction.keep.in.tap("pinning", ({ sections, state }) => ({
        sections: sections.map(({ id }) => id),
        pins: state.history.slice(0, 1).map(({ id }) => id),
      })),
    );
    const kernel = await defaultKernel({ toml: budget(9_000), plugins: [pinning] });
    const talk = conversation().user("Delete the old branch.").exchange("git", {}, "deleted").assistant("Done.");
    talk.user("Now mend the parser.");
    for (let number = 0; number < 60; number += 1) talk.exchange("grep", { number }, "match ".repeat(80));
    const { window } = await kernel.prepare(stateOf(talk));
    const asked = itemsOf(await bodyOf(kernel, window)).filter(({ role }) => role === "user");
    expect(JSON.stringify(asked.find((item) => JSON.stringify(item).includes("Delete the old branch.")))).toMatch(
      /from before the summary and has been dealt with/,
    );
    expect(JSON.stringify(asked.at(-1))).toContain("Now mend the parser.");
    expect(JSON.stringify(asked.at(-1))).not.toMatch(/dealt with/);
  });

  it("fault 52, fault 53: what one compaction kept and the next did not is in the second's input, and nothing that stays is", async () => {
    const { seen, strategy } = recorder();
    const kernel = await defaultKernel({ toml: budget(200_000), plugins: [strategy] });
    const state = stateOf(longTalk(20));
    const first = await kernel.compact(state);
    const later = append(first.state, conversation().exchange("ls", {}, "more ".repeat(60)).assistant("so").items);
    const second = await kernel.compact(later);
    const handed = seen.map(({ removed }) => removed.map(({ id }) => id));
    const stays = second.state.history.map(({ id }) => id);
    expect(new Set([...handed.flat(), ...stays]).size).toBe(handed.flat().length + stays.length);
    expect([...handed.flat(), ...stays].toSorted()).toEqual(
      [...state.history, ...later.history.slice(-3)].map(({ id }) => id).toSorted(),
    );
    expect(handed[1]?.some((id) => first.state.history.some((entry) => entry.id === id))).toBe(true);
    expect(seen[1]?.previous).toBe("noted");
  });

  it("fault 68: finished steps do not come back as work: the plan says so, and nothing newer than the request speaks as the user", async () => {
    const kernel = await defaultKernel({ toml: budget(9_000) });
    const steps = ["read it", "test it", "mend it"].map((text) => ({ text, status: "done" as const }));
    const withPlan = await kernel.write(stateOf(longTalk(60)), "plan", {
      steps: [...steps, { text: "write it down", status: "pending" }],
    });
    const { window, records } = await kernel.prepare(withPlan);
    expect(records.length).toBeGreaterThan(0);
    const plan = window.sections.find(({ id }) => id === "plan")?.text;
    expect(plan).toContain("Next: step 4.");
    expect(plan).toContain("Finished, not to be done again: steps 1, 2, 3.");
    const users = itemsOf(await bodyOf(kernel, window)).filter(({ role }) => role === "user");
    expect(JSON.stringify(users.at(-1))).toContain("Please mend the parser.");
  });
});
