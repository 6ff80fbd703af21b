import type { InputPart } from "../responses.ts";
import type { Scratch } from "../scratch.ts";

export type Arguments = Readonly<Record<string, unknown>>;

/** A tool: what the model is told of it, and what it really does. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: { readonly type: "object"; readonly [keyword: string]: unknown };
  /** @throws ToolFailure where the model is to be told that it did not work */
  execute(input: Arguments, scratch: Scratch): Promise<string | readonly InputPart[]>;
}

/** What the model gets to read when a tool could not do what it was asked. */
export class ToolFailure extends Error {}

export function textOf(input: Arguments, key: string): string {
  const value = input[key];
  if (typeof value !== "string") throw new ToolFailure(`${key} must be a string`);
  return value;
}

export function textsOf(input: Arguments, key: string): readonly string[] {
  const value = input[key];
  if (!Array.isArray(value)) throw new ToolFailure(`${key} must be a list of strings`);
  return value.map((element: unknown) => {
    if (typeof element !== "string") throw new ToolFailure(`${key} must be a list of strings`);
    return element;
  });
}

export function wholeNumberOf(input: Arguments, key: string, otherwise: number): number {
  const value = input[key] ?? otherwise;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1) {
    throw new ToolFailure(`${key} must be a whole number above zero`);
  }
  return value;
}

/** A closed object schema. */
export function objectOf(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
): { readonly type: "object"; readonly [keyword: string]: unknown } {
  return { type: "object", properties, required, additionalProperties: false };
}
