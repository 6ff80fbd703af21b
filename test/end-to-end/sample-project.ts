import type { AgentState, Kernel } from "@varve/kernel";
import { append, createState, loadSkill } from "@varve/kernel";
import type { Conversation } from "@varve/test-builders";
import { conversation } from "@varve/test-builders";
import type { Project } from "./default-kernel.ts";

/** What the texts of the sample project can be recognised by, wherever they stand. */
export const MARKS = {
  system: "You mend parsers.",
  participant: "ann (Ann, reviewer)",
  agent: "Looks up invoices",
  skillIndex: "How this team writes commits",
  skillBody: "Write the subject in the imperative.",
  goal: "Mend the parser so that empty files are read",
  criterion: "an empty file gives no tokens",
  step: "write the failing test",
} as const;

const CARD = {
  name: "Billing",
  description: MARKS.agent,
  skills: [{ id: "invoice", name: "Invoices", description: "finds an invoice by its number" }],
};

/** A project that fills every default section. */
export function sampleProject(context: string): Project {
  return {
    toml: `${context}
[prompt]
system = "system.md"
participants = [{ id = "ann", name = "Ann", role = "reviewer" }]
[agents.billing]
card = "billing.json"
[skills]
paths = ["skills"]
`,
    files: {
      "system.md": MARKS.system,
      "billing.json": JSON.stringify(CARD),
      "skills/commits/SKILL.md": `---\nname: commits\ndescription: ${MARKS.skillIndex}\n---\n\n${MARKS.skillBody}\n`,
    },
  };
}

/** A task of the sample project: with a goal, a plan, a loaded skill and a conversation. */
export async function sampleTask(kernel: Kernel, talk: Conversation = longTalk()): Promise<AgentState> {
  const tools = [
    { name: "run", parameters: { type: "object" } },
    { name: "grep", parameters: { type: "object", properties: { pattern: { type: "string" } } } },
  ];
  const created = loadSkill(createState({ taskId: "sample", tools }), "commits");
  const withGoal = await kernel.write(created, "task", { goal: MARKS.goal, acceptance_criteria: [MARKS.criterion] });
  const withPlan = await kernel.write(withGoal, "plan", { steps: [{ text: MARKS.step, status: "in_progress" }] });
  return append(withPlan, talk.items);
}

/** A request, and as many calls with their results. */
export function longTalk(exchanges = 40, words = 60): Conversation {
  const talk = conversation().user("Please mend the parser.");
  for (let number = 0; number < exchanges; number += 1)
    talk.exchange("grep", { pattern: `case ${number}` }, `src/parser.ts:${number}: match `.repeat(words / 3));
  return talk;
}
