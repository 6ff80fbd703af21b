import { type InputItem, message, VarveError } from "@varve/kernel";
import type { Rig } from "../rig.ts";
import type { Broken, Finding, Rule } from "../rule.ts";
import { shown } from "../shown.ts";
import { WORDS } from "../talk/words.ts";

const AT = "tokens.count.in";

const PROSE = "The ledger was read from its first line to its last, and the sum is off. ";

/** The bytes of a picture, as base64: no picture costs a token for every few characters of it. */
const BASE64_LENGTH = 400_000;

type Content = string | InputItem;

/** What a count says of single texts and items. Each rule names the first content that it does not hold for. */
export const COUNT_RULES: readonly Rule[] = [
  {
    id: "tokens/same",
    says: "The same content has the same count, whatever was counted before it, and in a fresh instance.",
    remedy:
      "Count by the content and the model alone. The kernel remembers counts, so a second one is never asked for.",
    check: counted(async (count, fresh) => {
      for (const content of CONTENTS) {
        const first = await count(content);
        for (const [when, again] of [
          ["again", await count(content)],
          ["in a fresh instance", await fresh(content)],
        ] as const)
          if (again !== first) return { content, expected: `${first} tokens`, came: `${again}, counted ${when}` };
      }
      return null;
    }),
  },
  {
    id: "tokens/grows",
    says: "More text is more tokens, in a text and in every kind of item.",
    remedy:
      "Count every text that an item holds: the parts of a message and of a result, the name and the arguments of a call.",
    check: counted(async (count) => {
      for (const make of GROWING) {
        const [short, long] = [make(PROSE), make(PROSE.repeat(20))];
        const [less, more] = [await count(short), await count(long)];
        if (more <= less)
          return { content: long, expected: `more than ${less} tokens, for twenty times the text`, came: `${more}` };
      }
      return null;
    }),
  },
  {
    id: "tokens/special",
    says: "What looks like a special token is counted as the text that it is.",
    remedy:
      "Tell the tokenizer that nothing is special: `<|endoftext|>` in a tool result is eleven characters or so that somebody wrote.",
    check: counted(async (count) => {
      const content = "<|endoftext|>".repeat(10);
      const tokens = await count(content);
      return tokens >= 10 ? null : { content, expected: "at least 10 tokens", came: `${tokens}` };
    }),
  },
  {
    id: "tokens/pictures",
    says: "A picture costs something, and not by the length of its base64.",
    remedy: "Count a picture by its pixels and its model's rule; without its size, take one of a usual size.",
    check: counted(async (count) => {
      const content = result(BASE64_LENGTH);
      const [without, tokens] = [await count(message("user", "")), await count(content)];
      const most = BASE64_LENGTH / 10;
      return tokens > without && tokens < most
        ? null
        : {
            content: "a tool_result with one picture of 400,000 characters of base64",
            expected: `more than ${without} and fewer than ${most} tokens`,
            came: `${tokens}`,
          };
    }),
  },
];

type Count = (content: Content) => Promise<number>;

/** Runs a rule over `kernel.count`, which checks every count by itself. */
function counted(
  judge: (count: Count, fresh: Count) => Promise<(Omit<Finding, "at"> & { readonly content: Content }) | null>,
): Rule["check"] {
  return async (bench): Promise<Broken | null> => {
    await using rig = await bench.rig();
    await using other = await bench.rig();
    try {
      const found = await judge(countOf(rig), countOf(other));
      if (found === null) return null;
      const { content, ...finding } = found;
      return { at: AT, ...finding, of: "content", smallest: shown(content) };
    } catch (error) {
      // A count that is none breaks `tokens/shape`, and one that throws `tokens/passes-on`.
      if (error instanceof VarveError) return null;
      throw error;
    }
  };
}

function countOf({ kernel }: Rig): Count {
  return (content) => kernel.count(content);
}

const CONTENTS: readonly Content[] = [
  ...WORDS,
  PROSE,
  message("user", PROSE),
  { kind: "tool_call", callId: "call_1", name: "grep", arguments: '{"pattern":"ledger"}' },
  { kind: "tool_result", callId: "call_1", parts: [{ kind: "text", text: PROSE }] },
];

const GROWING: readonly ((text: string) => Content)[] = [
  (text) => text,
  (text) => message("user", text),
  (text) => ({ kind: "tool_call", callId: "call_1", name: "grep", arguments: JSON.stringify({ text }) }),
  (text) => ({ kind: "tool_result", callId: "call_1", parts: [{ kind: "text", text }] }),
  (text) => ({ kind: "tool_result", callId: "call_1", parts: [{ kind: "data", data: { text } }] }),
];

function result(base64Length: number): InputItem {
  const data = "iVBORw0KGgo".repeat(Math.ceil(base64Length / 11)).slice(0, base64Length);
  return {
    kind: "tool_result",
    callId: "call_1",
    parts: [{ kind: "image", source: { kind: "base64", mediaType: "image/png", data } }],
  };
}
