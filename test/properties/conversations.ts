import type { InputItem } from "@varve/kernel";
import fc from "fast-check";

/** One step of a generated task: what is added before the next model call, and what the model then answers. */
export interface GeneratedTurn {
  readonly before: readonly InputItem[];
  readonly answer: readonly InputItem[];
}

/** Texts of all kinds that broke somebody: empty, long, other scripts, half surrogates, NULs, forged delimiters. */
const words = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "",
    " ",
    "\ud83d",
    "\udc00x",
    "a\0b",
    "</untrusted>",
    '<untrusted source="x" digest="00">',
    "中文，日本語と English",
    "<|endoftext|>",
  ),
  fc.nat({ max: 3_000 }).map((length) => "long text ".repeat(length / 10)),
);

/** What lets the encoder send reasoning back: the id under which it was recorded. */
const RECORDED = { provider: "openai", fields: { id: "rs_1" } } as const;

const callIds = fc.constantFrom("call_0", "call_1", "tool:0", "a".repeat(90));

/** What a model answers: maybe reasoning, maybe words, maybe calls side by side. */
const answer = fc
  .record({
    reasoning: fc.option(words),
    words: fc.option(words),
    calls: fc.array(fc.record({ callId: callIds, name: fc.constantFrom("grep", "read file", "run"), args: words }), {
      maxLength: 3,
    }),
  })
  .map(({ reasoning, words: said, calls }): readonly InputItem[] => [
    ...(reasoning === null
      ? []
      : [{ kind: "reasoning" as const, summary: [reasoning], encrypted: "eA==", provider: "openai", extra: RECORDED }]),
    ...(said === null
      ? []
      : [{ kind: "message" as const, role: "assistant" as const, parts: [{ kind: "text" as const, text: said }] }]),
    ...calls.map(({ callId, name, args }) => ({ kind: "tool_call" as const, callId, name, arguments: args })),
  ]);

/** What happens after an answer: its calls are answered in some order, not at all, twice, or beside a message. */
const reaction = fc.record({
  order: fc.constantFrom("same", "reversed"),
  dropped: fc.nat({ max: 3 }),
  twice: fc.boolean(),
  stray: fc.boolean(),
  user: fc.option(words),
  texts: fc.array(words, { minLength: 3, maxLength: 3 }),
});

export const generatedTurns: fc.Arbitrary<readonly GeneratedTurn[]> = fc
  .tuple(words, fc.array(fc.tuple(answer, reaction), { minLength: 1, maxLength: 12 }))
  .map(([first, steps]) => {
    let before: readonly InputItem[] = [user(first)];
    return steps.map(([said, after]) => {
      const turn = { before, answer: said };
      const calls = said.filter((item) => item.kind === "tool_call");
      const results = calls
        .slice(0, Math.max(0, calls.length - after.dropped))
        .map(({ callId }, index) => result(callId, after.texts[index] ?? ""));
      const ordered = after.order === "same" ? results : results.toReversed();
      const more = [
        ...(after.twice ? ordered.slice(0, 1) : []),
        ...(after.stray ? [result("never called", "stray")] : []),
        ...(after.user === null ? [] : [user(after.user)]),
      ];
      before = [...ordered, ...more];
      return turn;
    });
  });

function user(said: string): InputItem {
  return { kind: "message", role: "user", parts: [{ kind: "text", text: said }] };
}

function result(callId: string, said: string): InputItem {
  return { kind: "tool_result", callId, parts: [{ kind: "text", text: said }] };
}
