import { LLMock } from "@copilotkit/aimock";

/** The turn after which the agent has answered, for the first time and for the last. */
export const FIRST_ANSWER = 30;
export const LAST_ANSWER = 60;

const FILES = [
  "loop.ts",
  "tools.ts",
  "compose.ts",
  "patience.ts",
  "turns.ts",
  "teller.ts",
  "01-first-run.ts",
  "README.md",
];

export interface ScriptedAgent extends AsyncDisposable {
  readonly url: string;
  /** Turns that were asked for so far, and summaries. */
  readonly asked: { turns: number; summaries: number };
}

/**
 * An agent that reads the harness for 60 turns, played by an independent mock server in whichever wire format it is asked:
 * parallel calls, calls that fail, large results, plans, words in three scripts. Summaries are written when asked for.
 */
export async function scriptedAgent(): Promise<ScriptedAgent> {
  const mock = new LLMock({ port: 0 });
  const asked = { turns: 0, summaries: 0 };
  mock.on({ predicate: () => true }, (request) => {
    if (JSON.stringify(request.messages).includes("Write that summary")) {
      asked.summaries += 1;
      return { content: summary(asked.summaries) };
    }
    asked.turns += 1;
    return turn(asked.turns);
  });
  await mock.start();
  return { url: mock.url, asked, [Symbol.asyncDispose]: () => mock.stop() };
}

function turn(number: number) {
  if (number === FIRST_ANSWER || number === LAST_ANSWER) return { content: `Das ist alles. 以上です。(${number}) 🌍` };
  const read = (index: number) => ({ name: "read_file", arguments: `{"name":  "${FILES[index % FILES.length]}"}` });
  const calls =
    number % 7 === 0
      ? [read(number), { name: "list_files", arguments: "{}" }, read(number + 3)]
      : number % 11 === 0
        ? [{ name: "read_file", arguments: '{"name": "no such file.ts"}' }]
        : number % 5 === 0
          ? [{ name: "update_plan", arguments: plan(number) }]
          : [read(number)];
  // A call's id is a server's own affair: some are long, some come again.
  const id = (index: number) =>
    number % 9 === 0 ? `call_${"x".repeat(70)}_${number}_${index}` : `call_${number % 4}_${index}`;
  const toolCalls = calls.map((call, index) => ({ ...call, id: id(index) }));
  return number % 3 === 0 ? { toolCalls } : { content: `次を読みます (${number}).`, toolCalls };
}

function plan(number: number): string {
  const steps = ["Read", "Understand", "Explain"].map((text, index) => {
    return { text, status: index < number % 3 ? "done" : index === number % 3 ? "in_progress" : "pending" };
  });
  return JSON.stringify({ steps });
}

function summary(number: number): string {
  return `## Goal\nExplain the harness (summary ${number}).\n## Files and identifiers\nloop.ts, turns.ts, marker-${number}, and what came before it: ${Array.from({ length: number }, (_, each) => `marker-${each + 1}`).join(", ")}.\n## Next step\nRead on.`;
}
