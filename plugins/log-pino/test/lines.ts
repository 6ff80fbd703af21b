import { isJsonObject, type JsonObject } from "@varve/kernel";
import { type Tapped, tapped } from "@varve/test-builders";
import { createLogPlugin, type Level } from "../src/index.ts";

/** The plugin over a stream that keeps what is written. */
export async function logging(level?: Level): Promise<{ readonly plugin: Tapped; readonly lines: () => JsonObject[] }> {
  const written: string[] = [];
  const stream = { write: (line: string) => void written.push(line) };
  const plugin = await tapped(createLogPlugin(stream), level === undefined ? {} : { level });
  return { plugin, lines: () => written.map(parseLine) };
}

export function parseLine(line: string): JsonObject {
  const parsed: unknown = JSON.parse(line);
  if (!isJsonObject(parsed)) throw new Error(`${line} is no line of a log`);
  return parsed;
}

/** What belongs to every event. */
export const FACTS = { taskId: "task-1", turn: 3, correlationId: "task-1/3/1" } as const;
