/** What the model says at a turn, and the tools that it calls. */
interface Line {
  readonly says: string;
  readonly calls?: readonly (readonly [name: string, input: object])[];
}

const STEPS = ["Find out what there is", "Read how a turn goes", "Read who decides", "Explain it"];

function plan(current: number): readonly [name: string, input: object] {
  const status = (index: number) => (index < current ? "done" : index === current ? "in_progress" : "pending");
  return ["update_plan", { steps: STEPS.map((text, index) => ({ text, status: status(index) })) }];
}

const read = (name: string) => ["read_file", { name }] as const;

/** By turn. The first nine are the first run's, the others the second's. */
export const SCRIPT: readonly Line[] = [
  // The schema of the plan knows no status `todo`: this one is refused, and the model reads why.
  { says: "A plan first.", calls: [["update_plan", { steps: [{ text: "Read everything", status: "todo" }] }]] },
  { says: "I see: pending. Once more, and finer.", calls: [plan(0), ["list_files", {}]] },
  { says: "The entry and the loop.", calls: [plan(1), read("01-first-run.ts"), read("loop.ts")] },
  { says: "And what it calls.", calls: [read("tools.ts")] },
  { says: "Now who decides.", calls: [plan(2), read("compose.ts"), read("patience.ts")] },
  { says: "Who answers, and who only watches.", calls: [read("scripted-model.ts"), read("teller.ts")] },
  { says: "That is enough to explain it.", calls: [plan(3)] },
  {
    says: "A turn has four steps, in loop.ts: the window, the call, what came back, the tools. Who decides stands in compose.ts: trigger, keep and summarise are default plugins, patience.ts may still say no, and teller.ts only watches.",
    calls: [plan(4)],
  },
  { says: "The plan is done; nothing of it is left.", calls: [] },
  { says: "Let me read the second run.", calls: [read("02-second-run.ts")] },
  {
    says: "The store holds the state after every call and the record of every compaction. That is why the second run could go on from here, and why what was removed can be given back.",
  },
];
