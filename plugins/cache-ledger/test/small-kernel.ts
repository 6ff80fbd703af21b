import {
  type AgentState,
  append,
  createKernel,
  createState,
  definePlugin,
  type EncodedRequest,
  type InputItem,
  type Installation,
  install,
  type Kernel,
  message,
  plainText,
  STAGES,
  type Usage,
} from "@varve/kernel";

/** What a small kernel does; what may change from turn to turn is a function. */
export interface SmallKernel {
  readonly systemPrompt?: () => string;
  readonly plan?: () => string;
  readonly request?: (input: number) => Omit<EncodedRequest, "body"> & { readonly body?: EncodedRequest["body"] };
  readonly usage?: (turn: number) => Usage | null;
  readonly budgetTokens?: number;
  readonly plugins: readonly Installation[];
}

const FILLER = "Each of these words stands for an instruction that is long enough to be cached. ";

/** About 1,500 tokens. */
export const LONG_PROMPT = FILLER.repeat(80);

/** A kernel of a few executors: four characters are a token, the model answers with one line. */
export function smallKernel(given: SmallKernel): Promise<Kernel> {
  const { systemPrompt = () => LONG_PROMPT, plan = () => "", usage = () => null, budgetTokens = 1_000_000 } = given;
  const request: NonNullable<SmallKernel["request"]> = given.request ?? (() => ({ provider: "openai" }));
  const name = "small";
  const atDefault = { name, stage: STAGES.default };
  const small = definePlugin({
    name,
    api: 1,
    apply(kernel) {
      kernel
        .declareSection({ id: "system_prompt", stability: "static", survives: "essential" })
        .in.tap(atDefault, systemPrompt);
      kernel.declareSection({ id: "plan", stability: "task", survives: "essential" }).in.tap(atDefault, plan);
      kernel
        .declareSection({ id: "state_summary", stability: "turn", speaker: "user" })
        .in.tap(atDefault, ({ state }) => (state.summary === null ? "" : state.summary.text));
      kernel
        .declareSection({ id: "history", stability: "turn", entries: ["message", "tool_call", "reasoning", "opaque"] })
        .in.tap(atDefault, ({ entry }) => (entry === null ? [] : [entry.item]));
      kernel
        .declareSection({ id: "tool_results", stability: "turn", entries: ["tool_result"] })
        .in.tap(atDefault, ({ entry }) => (entry === null ? [] : [entry.item]));
      kernel.hooks.tokens.count.in.tap(atDefault, ({ content }) => tokensOf(content));
      kernel.hooks.compaction.trigger.in.tap(
        atDefault,
        ({ estimate, limits }) => estimate.tokens > limits.triggerTokens,
      );
      kernel.hooks.compaction.keep.in.tap(atDefault, ({ sections }) => ({ sections: sections.map(({ id }) => id) }));
      kernel.hooks.compaction.summarise.in.tapPromise(atDefault, async ({ window, signal }) => {
        const instruction = {
          item: message("developer", "Sum it up."),
          tokens: 3,
          stability: "turn",
          sections: ["ask"],
        } as const;
        const asked = { ...window, input: [...window.input, instruction] };
        const answer = await kernel.ask(asked, { purpose: "summary", toolChoice: "none", signal });
        return answer.usage === null ? { summary: "All of it." } : { summary: "All of it.", usage: answer.usage };
      });
      let stored = 0;
      kernel.hooks.persistence.write.in.tap(atDefault, ({ baseVersion }) => {
        stored = baseVersion + 1;
        return { version: stored };
      });
      kernel.hooks.model.encode.in.tap(atDefault, ({ window, toolChoice }) => {
        const { body, ...rest } = request(window.input.length);
        return { ...rest, body: { model: "gpt-5", tool_choice: toolChoice, ...body } };
      });
      kernel.hooks.model.invoke.in.tap(atDefault, ({ turn }) => ({
        items: [message("assistant", `Answer ${turn}.`)],
        usage: usage(turn),
        model: "gpt-5",
        finish: "stop",
        requestId: null,
      }));
    },
  });
  return createKernel({
    plugins: [install(small, undefined), ...given.plugins],
    context: { turnBudgetTokens: budgetTokens, compactionFraction: 0.75, compactionTarget: 0.375 },
  });
}

function tokensOf(content: string | InputItem): number {
  return Math.ceil((typeof content === "string" ? content : plainText(content)).length / 4);
}

/** Takes turns, the user saying something of a size before each. */
export async function takeTurns(kernel: Kernel, turns: number, words = FILLER, from?: AgentState): Promise<AgentState> {
  let state = from ?? createState({ taskId: "task-1" });
  for (let turn = 0; turn < turns; turn += 1) {
    const prepared = await kernel.turn(append(state, [message("user", `${state.turn}: ${words}`)]));
    state = prepared.state;
  }
  return state;
}
