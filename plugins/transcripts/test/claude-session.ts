/**
 * Builds the records of a Claude Code session line by line:
 * `claudeSession().user("fix it").answer("m1", [called("c1")]).result("c1", "ok")`.
 */
export class ClaudeSession {
  readonly records: Record<string, unknown>[] = [];

  user(content: unknown, more: Record<string, unknown> = {}): this {
    return this.add({ type: "user", message: { role: "user", content }, ...more });
  }

  result(callId: string, content: unknown, more: Record<string, unknown> = {}): this {
    return this.user([{ type: "tool_result", tool_use_id: callId, content, ...more }]);
  }

  /** One record of an answer; records with the same id are one answer. */
  answer(id: string | null, content: readonly unknown[], more: Record<string, unknown> = {}): this {
    const { usage, model = "claude-1", ...record } = more;
    const message = { role: "assistant", content, model, ...(id === null ? {} : { id }), ...(usage ? { usage } : {}) };
    return this.add({ type: "assistant", message, ...record });
  }

  /** Any record; one without a uuid of its own is given one and follows the record before it. */
  add(record: Record<string, unknown>): this {
    const number = this.records.length + 1;
    const place = { uuid: `u${number}`, parentUuid: number === 1 ? null : `u${number - 1}`, sessionId: "session-1" };
    this.records.push({ ...place, isSidechain: false, ...record });
    return this;
  }
}

export function claudeSession(): ClaudeSession {
  return new ClaudeSession();
}

export function said(text: string) {
  return { type: "text", text };
}

export function called(id: string, name = "read", input: unknown = { path: "a.ts" }) {
  return { type: "tool_use", id, name, input };
}

export function thought(thinking: string, signature = "sig") {
  return { type: "thinking", thinking, signature };
}
