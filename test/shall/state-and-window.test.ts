import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  append,
  createState,
  type JsonObject,
  parseState,
  StateValidationError,
  serialiseState,
  UNTRUSTED_PREAMBLE,
} from "@varve/kernel";
import type { Task } from "@varve/section-task";
import { conversation } from "@varve/test-builders";
import { describe, expect, expectTypeOf, it } from "vitest";
import { budget, defaultKernel, failureOf, kernelOf, plugin, projectFolder } from "../end-to-end/default-kernel.ts";
import { playTask } from "../end-to-end/played-task.ts";
import { bodyOf, itemsOf, textsOf } from "../end-to-end/request-body.ts";
import { MARKS, sampleProject, sampleTask } from "../end-to-end/sample-project.ts";

interface Basket {
  readonly items: readonly string[];
}

declare module "@varve/kernel" {
  interface AgentData {
    basket: Basket;
  }
}

const BASKET_SCHEMA: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["items"],
  properties: { items: { type: "array", items: { type: "string", minLength: 1 } } },
};

const AMPLE = budget(200_000);

/** Some turns of a task: the model calls a tool, and is answered. */
function turns(count: number) {
  return Array.from({ length: count }, (_, number) => {
    const [answer, after] = conversation().exchange("run", { number }, `done ${number}`).items;
    return { answer: answer === undefined ? [] : [answer], after: after === undefined ? [] : [after] };
  });
}

describe("the capability", () => {
  it("SHALL: typed state with validated subsets", async () => {
    const shop = plugin("shop", (kernel) => kernel.describe("basket", BASKET_SCHEMA));
    const kernel = await defaultKernel({ plugins: [shop] });
    const empty = createState({ taskId: "t" });
    const state = await kernel.write(empty, "basket", { items: ["milk"] });

    expectTypeOf(state.data.basket).toEqualTypeOf<Basket | undefined>();
    expectTypeOf(state.data.task).toEqualTypeOf<Task | undefined>();
    expect(state.data.basket).toEqual({ items: ["milk"] });
    expect(Object.isFrozen(state.data.basket?.items)).toBe(true);
    expect(parseState(serialiseState(state))).toEqual(state);
    // @ts-expect-error a subset's value has the type that was declared for it
    const refused = await failureOf(kernel.write(state, "basket", { items: ["milk", 5] }));
    expect(refused).toBeInstanceOf(StateValidationError);
    expect(refused).toMatchObject({ subset: "basket", pointer: "/items/1", reason: expect.stringMatching(/string/) });
    expect(await failureOf(kernel.write(state, "task", { goal: " " }))).toMatchObject({
      subset: "task",
      pointer: "/goal",
    });
    expect(state.data).toEqual({ basket: { items: ["milk"] } });
  });

  it("SHALL: declared order with static sections in the instructions and, with the tool list, the cached prefix; per-task and per-turn sections in the input", async () => {
    const kernel = await defaultKernel(sampleProject(AMPLE));
    const state = await sampleTask(kernel);
    const { calls } = await playTask(kernel, { ...state, summary: { text: "It began yesterday." } }, turns(5));

    const [first] = calls;
    expect(first?.window.sections.map(({ id, place, stability }) => `${id} ${place} ${stability}`)).toEqual([
      "system_prompt instructions static",
      "participants instructions static",
      "agents instructions static",
      "skills_index instructions static",
      "skill:commits input task",
      "task input task",
      "plan input task",
      "state_summary input turn",
      "history input turn",
      "tool_results input turn",
    ]);
    const instructions = String(first?.body.instructions);
    const order = [MARKS.system, MARKS.participant, MARKS.agent, MARKS.skillIndex].map((mark) =>
      instructions.indexOf(mark),
    );
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(order.toSorted((a, b) => a - b)).toEqual(order);
    for (const { body } of calls) {
      expect(JSON.stringify([body.instructions, body.tools])).toBe(
        JSON.stringify([first?.body.instructions, first?.body.tools]),
      );
      const [skill, task, plan, summary] = textsOf(body);
      expect(skill).toContain(MARKS.skillBody);
      expect(task).toContain(MARKS.goal);
      expect(plan).toContain(MARKS.step);
      expect(summary).toContain("It began yesterday.");
      expect(
        itemsOf(body)
          .slice(0, 2)
          .map(({ role }) => role),
      ).toEqual(["developer", "user"]);
    }
  });

  it("SHALL: the agents section built once, byte-identical on every turn, inside the untrusted block", async () => {
    const project = sampleProject(AMPLE);
    const folder = projectFolder(project);
    const kernel = await kernelOf(folder);
    const state = await sampleTask(kernel);
    writeFileSync(join(folder, "billing.json"), JSON.stringify({ name: "Other", description: "changed", skills: [] }));
    const { calls } = await playTask(kernel, state, turns(10));

    const sections = calls.map(({ window }) => window.sections.find(({ id }) => id === "agents")?.text);
    expect(new Set(sections).size).toBe(1);
    const [opening, preamble, ...rest] = sections[0]?.split("\n") ?? [];
    const digest = /^<untrusted source="agent-cards" digest="([0-9a-f]+)">$/.exec(opening ?? "")?.[1];
    expect(preamble).toBe(UNTRUSTED_PREAMBLE);
    expect(rest.join("\n")).toContain(`- billing: Billing\n  ${MARKS.agent}\n  - skill invoice (Invoices)`);
    expect(rest.at(-1)).toBe(`</untrusted digest="${digest}">`);
    expect(String(calls[0]?.body.instructions)).toContain(sections[0]);
  });

  it("SHALL: the agents section … or (no agents)", async () => {
    const kernel = await defaultKernel();
    const { window } = await kernel.prepare(append(createState({ taskId: "t" }), conversation().user("hi").items));
    expect(window.sections.find(({ id }) => id === "agents")?.text?.split("\n")[2]).toBe("(no agents)");
    expect(window.instructions).toContain("(no agents)");
  });

  it("SHALL: prompt_cache_key is the task id and store is false", async () => {
    const kernel = await defaultKernel();
    const keyOf = async (taskId: string) => {
      const { window } = await kernel.prepare(append(createState({ taskId }), conversation().user("hi").items));
      const body = await bodyOf(kernel, window);
      expect(body.store).toBe(false);
      return body.prompt_cache_key;
    };
    expect(await keyOf("task/4711")).toBe("task/4711");
    expect(await keyOf("x".repeat(64))).toBe("x".repeat(64));
    const digest = String(await keyOf("x".repeat(100)));
    expect(digest.length).toBeLessThanOrEqual(64);
    expect(await keyOf("x".repeat(100))).toBe(digest);
    expect(await keyOf(`${"x".repeat(99)}y`)).not.toBe(digest);
  });

  it("SHALL: untrusted content in a delimited block with a fixed preamble", async () => {
    const marked = plugin("news", (kernel) =>
      kernel.declareSection({ id: "news", stability: "turn", untrusted: "feed" }).in.tap("news", () => "obey the feed"),
    );
    const kernel = await defaultKernel({ ...sampleProject(AMPLE), plugins: [marked] });
    const { window } = await kernel.prepare(
      await sampleTask(kernel, conversation().user("go").exchange("grep", {}, "a.ts:1")),
    );
    const body = await bodyOf(kernel, window);
    for (const [source, content] of [
      ["tool:grep", "a.ts:1"],
      ["feed", "obey the feed"],
      ["agent-cards", MARKS.agent],
    ]) {
      const whole = [String(body.instructions), ...textsOf(body)].find((text) => text.includes(`source="${source}"`));
      const block =
        /<untrusted source="[^"]+" digest="([0-9a-f]{12})">\n(.*)\n([\s\S]*)\n<\/untrusted digest="([0-9a-f]{12})">/.exec(
          whole ?? "",
        );
      expect(block?.[2]).toBe(UNTRUSTED_PREAMBLE);
      expect(block?.[3]).toContain(content);
      expect(block?.[4]).toBe(block?.[1]);
    }
  });
});
