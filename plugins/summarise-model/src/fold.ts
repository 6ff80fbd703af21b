import { freeze, message, type Part, type SummariseContext, text, untrusted, type Window } from "@varve/kernel";
import { FOLDING_ROLE, foldInstruction, type Instruction } from "./instruction.ts";
import { Material, removedTexts } from "./material.ts";
import type { Room } from "./room.ts";
import { CORRECTION_TOKENS, type SummaryCalls } from "./summary-calls.ts";
import { SummaryError } from "./summary-error.ts";

/** Less than this of the conversation in each request would take for ever, tokens. */
const LEAST_ROOM = 64;

/**
 * Summarises in several calls: each sees the summary so far and the next part of what is removed, as text. Nothing of it is
 * cached, so this is for what does not fit into one request.
 */
export async function fold(
  context: SummariseContext,
  calls: SummaryCalls,
  { input, output }: Room,
  facts: Instruction,
): Promise<string> {
  const limit = input === null ? Number.POSITIVE_INFINITY : input - CORRECTION_TOKENS;
  const role = await calls.count(FOLDING_ROLE);
  const frame = await calls.count(message("user", await block("conversation", "")));
  const leading = context.folded.map(({ section, text }) => `[section ${section}, no longer shown]\n${text}`);

  let summary = context.previousSummary;
  if (summary !== null && (await calls.count(summary)) > (limit - role - frame) / 3) {
    // It would leave too little room for the conversation, so it is folded like the conversation itself.
    leading.unshift(`[summary of what came before]\n${summary}`);
    summary = null;
  }
  const material = new Material([...leading, ...removedTexts(context)], (text) => calls.count(text));

  for (let part = 1; part === 1 || !material.isEmpty; part += 1) {
    const instruction = await instructionOf(summary, { ...facts, part, hasSummary: summary !== null });
    const instructionTokens = await calls.count({ kind: "message", role: "developer", parts: instruction });
    const room = limit - role - frame - instructionTokens;
    if (room < LEAST_ROOM) throw new SummaryError("no_room", { usage: calls.spending.total });
    const shown = await material.take(room);
    const window = windowOf(
      context,
      role,
      { text: await block("conversation", shown.text), tokens: frame + shown.tokens },
      { parts: instruction, tokens: instructionTokens },
    );
    summary = await calls.ask({ window, maxOutputTokens: output, words: facts.words });
  }
  return summary ?? "";
}

async function instructionOf(
  summary: string | null,
  facts: Parameters<typeof foldInstruction>[0],
): Promise<readonly Part[]> {
  const before = summary === null ? [] : await untrusted("summary_so_far", [text(summary)]);
  return [...before, text(foldInstruction(facts))];
}

/** A text as data, whatever it says. */
async function block(source: string, content: string): Promise<string> {
  const parts = await untrusted(source, [text(content)]);
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("\n");
}

function windowOf(
  context: SummariseContext,
  roleTokens: number,
  conversation: { readonly text: string; readonly tokens: number },
  instruction: { readonly parts: readonly Part[]; readonly tokens: number },
): Window {
  const { taskId, turn } = context.window;
  const more = { stability: "turn", sections: ["summary_instruction"] } as const;
  const tokens = roleTokens + conversation.tokens + instruction.tokens;
  return freeze({
    taskId,
    turn,
    instructions: FOLDING_ROLE,
    tools: [],
    input: [
      { ...more, item: message("user", conversation.text), tokens: conversation.tokens },
      { ...more, item: { kind: "message", role: "developer", parts: instruction.parts }, tokens: instruction.tokens },
    ],
    sections: [],
    toolTokens: 0,
    tokens,
    estimate: { tokens, basis: "counted" },
  });
}
