import {
  entryId,
  type HistoryEntry,
  type InputItem,
  message,
  type Part,
  type Reasoning,
  type Role,
  text,
} from "@varve/kernel";

/**
 * Builds a conversation item by item, in the order in which it reads:
 * `conversation().user("fix it").call("grep", { pattern: "x" }).result("a.ts:1").assistant("done")`.
 * A result answers the oldest call that is still open, unless it names another.
 */
export class Conversation {
  readonly items: InputItem[] = [];
  #open: string[] = [];
  #calls = 0;

  user(words: string): this {
    return this.#add(message("user", words));
  }

  assistant(words: string): this {
    return this.#add(message("assistant", words));
  }

  say(role: Role, parts: readonly Part[]): this {
    return this.#add({ kind: "message", role, parts });
  }

  reasoning(summary: string, more: Partial<Reasoning> = {}): this {
    return this.#add({ kind: "reasoning", summary: [summary], encrypted: "c2VhbGVk", provider: "openai", ...more });
  }

  /** A call; its arguments as an object, or as the model's own string. */
  call(name: string, args: object | string = {}, callId = `call_${this.#calls + 1}`): this {
    this.#calls += 1;
    this.#open.push(callId);
    return this.#add({
      kind: "tool_call",
      callId,
      name,
      arguments: typeof args === "string" ? args : JSON.stringify(args),
    });
  }

  result(content: string | readonly Part[], callId = this.#open[0] ?? "call_unknown"): this {
    this.#open = this.#open.filter((open) => open !== callId);
    return this.#add({ kind: "tool_result", callId, parts: typeof content === "string" ? [text(content)] : content });
  }

  /** A result that tells of a failure. */
  failure(content: string, callId = this.#open[0] ?? "call_unknown"): this {
    this.#open = this.#open.filter((open) => open !== callId);
    return this.#add({ kind: "tool_result", callId, parts: [text(content)], isError: true });
  }

  /** A call and its result. */
  exchange(name: string, args: object | string, result: string): this {
    const callId = `call_${this.#calls + 1}`;
    return this.call(name, args, callId).result(result, callId);
  }

  item(item: InputItem): this {
    return this.#add(item);
  }

  /** The items as history entries `e1`, `e2`, …, all of one turn. */
  entries(turn = 0): readonly HistoryEntry[] {
    return this.items.map((item, index) => ({ id: entryId(index + 1), turn, item }));
  }

  #add(item: InputItem): this {
    this.items.push(item);
    return this;
  }
}

/** An empty conversation, to be built. */
export function conversation(): Conversation {
  return new Conversation();
}
