import type { Kernel, Window } from "@varve/kernel";

/** A JSON object of the wire, whose members are looked at and not trusted. */
export type Wire = Readonly<Record<string, unknown>>;

/** A request body as it is written down: JSON, and back. */
export async function bodyOf(kernel: Kernel, window: Window): Promise<Wire> {
  const { body } = await kernel.encode(window);
  const parsed: unknown = JSON.parse(JSON.stringify(body));
  return isWire(parsed) ? parsed : {};
}

export function itemsOf(body: Wire): readonly Wire[] {
  return Array.isArray(body.input) ? body.input.filter(isWire) : [];
}

/** Every text of a body that a model reads as input, in order. */
export function textsOf(body: Wire): readonly string[] {
  return itemsOf(body).flatMap((item) => [...partTexts(item.content), ...partTexts(item.output)]);
}

function partTexts(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.filter(isWire).flatMap(({ text }) => (typeof text === "string" ? [text] : []));
}

/** What a provider would refuse in a request body, each as a sentence; empty where nothing is. */
export function requestFaults(body: Wire): readonly string[] {
  return [...pairFaults(itemsOf(body)), ...contentFaults(itemsOf(body)), ...nameFaults(body), ...textFaults(body)];
}

function pairFaults(items: readonly Wire[]): readonly string[] {
  const faults: string[] = [];
  const open = new Map<unknown, number>();
  const seen = new Set<unknown>();
  for (const [index, { type, call_id: id }] of items.entries()) {
    if (type === "function_call") {
      if (seen.has(id)) faults.push(`call id ${String(id)} stands twice`);
      seen.add(id);
      open.set(id, index);
    } else if (type === "function_call_output" && !open.delete(id)) {
      faults.push(`result ${String(id)} has no call before it`);
    } else if (type === "reasoning") {
      const owner = items.slice(index + 1).find((item) => item.type !== "reasoning");
      if (owner?.type !== "function_call" && owner?.role !== "assistant") faults.push(`reasoning ${index} is alone`);
    }
  }
  const last = items.findLastIndex(({ type, role }) => type === "function_call_output" || role === "user");
  for (const [id, index] of open) if (index < last) faults.push(`call ${String(id)} was left without a result`);
  return faults;
}

function contentFaults(items: readonly Wire[]): readonly string[] {
  return items.flatMap((item, index) => {
    const parts = item.content ?? item.output;
    const isEmpty = (part: unknown) => isWire(part) && part.text === "";
    if (item.type === "message" && (parts === "" || (Array.isArray(parts) && parts.length === 0)))
      return [`message ${index} is empty`];
    return Array.isArray(parts) && parts.some(isEmpty) ? [`item ${index} has an empty part`] : [];
  });
}

function nameFaults(body: Wire): readonly string[] {
  const tools = Array.isArray(body.tools) ? body.tools.filter(isWire) : [];
  const names = [...tools, ...itemsOf(body).filter(({ type }) => type === "function_call")].map(({ name }) => name);
  const refused = names.filter((name) => typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(name));
  const toolNames = tools.map(({ name }) => name);
  const twice = new Set(toolNames).size === toolNames.length ? [] : ["two tools share a name"];
  return [...twice, ...refused.map((name) => `name ${String(name)} is refused`)];
}

function textFaults(value: unknown): readonly string[] {
  if (typeof value === "string") {
    const faults = value.isWellFormed() ? [] : [`half a surrogate pair in ${JSON.stringify(value.slice(0, 40))}`];
    return value.includes("\0") ? [...faults, `a NUL in ${JSON.stringify(value.slice(0, 40))}`] : faults;
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [...textFaults(key), ...textFaults(member)]);
}

function isWire(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
