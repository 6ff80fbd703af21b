// `npm run live`: one short task against the real service, and beside what the ledger predicts to be cached, what the provider reports.
// It asks whichever provider has a key in the environment; without one it says so and claims nothing. It costs a few cents.
import { argv, env, exit } from "node:process";
import { parseArgs } from "node:util";
import {
  append,
  createKernel,
  createState,
  type Installation,
  install,
  ModelError,
  message,
} from "../kernel/src/index.ts";
import { CacheLedger, cacheLedger } from "../plugins/cache-ledger/src/index.ts";
import modelAnthropic from "../plugins/model-anthropic/src/index.ts";
import modelOpenai from "../plugins/model-openai/src/index.ts";
import history from "../plugins/section-history/src/index.ts";
import systemPrompt from "../plugins/section-system-prompt/src/index.ts";
import { validateSchema } from "../plugins/state-ajv/src/index.ts";
import tokens from "../plugins/tokens-o200k/src/index.ts";
import triggerFraction from "../plugins/trigger-fraction/src/index.ts";

const { values } = parseArgs({
  args: argv.slice(2),
  options: { api: { type: "string" }, model: { type: "string" }, "base-url": { type: "string" } },
});
const apis = ["responses", "chat_completions", "messages"] as const;
const api = apis.find((name) => name === values.api) ?? (env.OPENAI_API_KEY ? "responses" : "messages");
const variable = api === "messages" ? "ANTHROPIC_API_KEY" : "OPENAI_API_KEY";
if (!env[variable]) {
  console.log(
    `No key in ${variable}: nothing was sent, and nothing is claimed. Set OPENAI_API_KEY or ANTHROPIC_API_KEY and run this again; --api is one of ${apis.join(", ")}.`,
  );
  exit(0);
}

const ledger = new CacheLedger();
const kernel = await createKernel({
  plugins: [
    install(systemPrompt, { text: instructions() }),
    install(history, undefined),
    install(tokens, undefined),
    install(triggerFraction, undefined),
    model(),
    install(cacheLedger(ledger), undefined),
  ],
  validate: validateSchema,
  clock: Date.now,
});

const QUESTIONS = [
  "In one sentence: which of the rules above matters most when two of them disagree?",
  "And which one would you drop first?",
  "Say both again, in three words each.",
];
const taskId = `live-${Date.now()}`;
let state = createState({ taskId });
try {
  for (const question of QUESTIONS) {
    const turned = await kernel.turn(append(state, [message("user", question)]), { maxOutputTokens: 2_000 });
    state = turned.state;
  }
} catch (error) {
  if (!(error instanceof ModelError)) throw error;
  console.error(error.message);
  exit(1);
}

console.log("call   input  predicted  reported cached  why not more        US$");
for (const { turn, usage, predicted, reported, reason, cost } of ledger.lines(taskId)) {
  const cells = [
    String(turn + 1).padStart(4),
    String(usage?.inputTokens ?? "?").padStart(7),
    String(predicted.tokens).padStart(10),
    String(reported?.cachedTokens ?? "nothing").padStart(16),
    (reason?.kind ?? "all of it").padEnd(18),
    cost === null ? "unpriced" : cost.usd.toFixed(5),
  ];
  console.log(cells.join("  "));
}

function model(): Installation {
  const where = values["base-url"] === undefined ? {} : { base_url: values["base-url"] };
  if (api === "messages") return install(modelAnthropic, { name: values.model ?? "claude-haiku-4-5", ...where });
  return install(modelOpenai, { name: values.model ?? "gpt-5.4-mini", api, ...where });
}

/** Long enough to be cached: providers keep nothing shorter than 1,024 tokens, some nothing below 4,096. */
function instructions(): string {
  const rules = Array.from({ length: 220 }, (_, rule) => {
    return `Rule ${rule + 1}: when part ${rule * 7} of the archive is asked for, name shelf ${(rule * 13) % 97} and nothing else of it.`;
  });
  return ["You keep an archive, and answer briefly.", ...rules].join("\n");
}
