import {
  functionCallOutput,
  type InputPart,
  type Item,
  inputImage,
  inputText,
  OutputMaker,
  userMessage,
} from "./responses.ts";
import { Scratch } from "./scratch.ts";
import type { AnswerStep, ScriptedCall, Session, Step } from "./session.ts";
import { TOOLS } from "./tools/registry.ts";
import { type Arguments, ToolFailure } from "./tools/tool.ts";

/**
 * The items of a session: what the script says, and what the tools really gave, run one after the other in a fresh copy of
 * the workspace. The same files give the same items.
 */
export async function record(session: Session): Promise<readonly Item[]> {
  const scratch = new Scratch(session.workspace);
  try {
    session.prepare?.(scratch);
    const maker = new OutputMaker(session.name);
    const items: Item[] = [];
    for (const step of session.steps) items.push(...(await itemsOf(step, maker, scratch)));
    return items;
  } finally {
    scratch.remove();
  }
}

async function itemsOf(step: Step, maker: OutputMaker, scratch: Scratch): Promise<readonly Item[]> {
  if (step.kind === "answer") return answerItems(step, maker, scratch);
  const images = step.images.map((path) => inputImage(scratch.bytes(path)));
  return [userMessage([inputText(step.text), ...images])];
}

async function answerItems(step: AnswerStep, maker: OutputMaker, scratch: Scratch): Promise<readonly Item[]> {
  const scripted = step.calls ?? [];
  const items: Item[] = [];
  if (step.thinks !== undefined) items.push(maker.reasoning(step.thinks));
  if (step.says !== undefined) items.push(maker.message(step.says));
  const calls = scripted.map((call) => maker.call(call.name, call.arguments));
  const outputs: Item[] = [];
  // One after the other, whatever a harness would do: two commands that write the same file must not race here.
  for (const call of calls) outputs.push(functionCallOutput(call.call_id, await resultOf(call, scratch)));
  return [...items, ...calls, ...inOrder(outputs, step.resultOrder)];
}

function inOrder(outputs: readonly Item[], order: AnswerStep["resultOrder"]): readonly Item[] {
  if (order === undefined) return outputs;
  const sorted = order.flatMap((index) => outputs[index] ?? []);
  if (new Set(sorted).size !== outputs.length) throw new Error(`${order} is no order of ${outputs.length} results`);
  return sorted;
}

async function resultOf(call: ScriptedCall, scratch: Scratch): Promise<string | readonly InputPart[]> {
  try {
    const tool = TOOLS.get(call.name);
    if (tool === undefined) throw new ToolFailure(`there is no tool ${call.name}`);
    return await tool.execute(argumentsOf(call.arguments), scratch);
  } catch (error) {
    if (error instanceof ToolFailure) return `error: ${error.message}`;
    throw error;
  }
}

function argumentsOf(raw: string): Arguments {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    // What the parser says differs between versions of Node.js.
    throw new ToolFailure("the arguments are not JSON");
  }
  if (typeof value !== "object" || value === null) throw new ToolFailure("the arguments are no object");
  return { ...value };
}
