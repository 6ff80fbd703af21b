import { type Conversation, conversation } from "@varve/test-builders";

/** A session of so many tool calls, each with a result of about `words` words; then the answer. */
export function workSession(exchanges: number, words = 120): Conversation {
  const talk = conversation().user("Find out why the build of the parser fails, and mend it.");
  for (let number = 1; number <= exchanges; number += 1) {
    talk.exchange("read_file", { path: `src/part-${number}.ts` }, proseOf(number, words));
  }
  return talk.assistant("The build failed because of a missing import; it is mended.");
}

/** A session that two model calls make: each answers a short message. */
export function shortSession(): Conversation {
  return conversation()
    .user("What is in the folder?")
    .exchange("ls", {}, "README.md")
    .assistant("One file: README.md.");
}

const WORDS = ["parser", "module", "export", "missing", "token", "branch", "error", "import", "build", "line", "test"];

/** Different words for each number, the same every time. */
function proseOf(number: number, words: number): string {
  const picked = Array.from({ length: words }, (_, index) => WORDS[(index * 7 + number * (index % 5)) % WORDS.length]);
  return `Part ${number}. ${picked.join(" ")}.`;
}
