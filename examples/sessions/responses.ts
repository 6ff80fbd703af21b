import { createHash } from "node:crypto";

/** The items of OpenAI's Responses API that a recording holds, and makers for them. */

export interface InputText {
  readonly type: "input_text";
  readonly text: string;
}

export interface InputImage {
  readonly type: "input_image";
  /** A `data:` URL. */
  readonly image_url: string;
  readonly detail: "auto";
}

export type InputPart = InputText | InputImage;

export interface UserMessage {
  readonly type: "message";
  readonly role: "user";
  readonly content: readonly InputPart[];
}

export interface AssistantMessage {
  readonly type: "message";
  readonly id: string;
  readonly role: "assistant";
  readonly status: "completed";
  readonly content: readonly {
    readonly type: "output_text";
    readonly text: string;
    readonly annotations: readonly [];
    readonly logprobs: readonly [];
  }[];
}

export interface ReasoningItem {
  readonly type: "reasoning";
  readonly id: string;
  readonly summary: readonly { readonly type: "summary_text"; readonly text: string }[];
  readonly encrypted_content: string;
}

export interface FunctionCall {
  readonly type: "function_call";
  readonly id: string;
  readonly call_id: string;
  readonly name: string;
  /** JSON as the model wrote it. */
  readonly arguments: string;
  readonly status: "completed";
}

export interface FunctionCallOutput {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string | readonly InputPart[];
}

export type Item = UserMessage | AssistantMessage | ReasoningItem | FunctionCall | FunctionCallOutput;

export function inputText(text: string): InputText {
  return { type: "input_text", text };
}

/** An image part of a PNG's bytes. */
export function inputImage(png: Uint8Array): InputImage {
  return {
    type: "input_image",
    image_url: `data:image/png;base64,${Buffer.from(png).toString("base64")}`,
    detail: "auto",
  };
}

export function userMessage(content: readonly InputPart[]): UserMessage {
  return { type: "message", role: "user", content };
}

export function functionCallOutput(callId: string, output: string | readonly InputPart[]): FunctionCallOutput {
  return { type: "function_call_output", call_id: callId, output };
}

/** Makes what a model gives. Ids look like the API's, and follow from the session's name and a running number alone. */
export class OutputMaker {
  readonly #session: string;
  #made = 0;

  constructor(session: string) {
    this.#session = session;
  }

  message(text: string): AssistantMessage {
    const content = [{ type: "output_text", text, annotations: [], logprobs: [] }] as const;
    return { type: "message", id: this.#id("msg"), role: "assistant", status: "completed", content };
  }

  reasoning(summary: string): ReasoningItem {
    const id = this.#id("rs");
    return { type: "reasoning", id, summary: [{ type: "summary_text", text: summary }], encrypted_content: sealed(id) };
  }

  call(name: string, rawArguments: string): FunctionCall {
    return {
      type: "function_call",
      id: this.#id("fc"),
      call_id: this.#id("call", 24),
      name,
      arguments: rawArguments,
      status: "completed",
    };
  }

  #id(prefix: string, length = 32): string {
    this.#made += 1;
    const digest = createHash("sha256").update(`${this.#session}/${prefix}/${this.#made}`).digest("hex");
    return `${prefix}_${digest.slice(0, length)}`;
  }
}

/**
 * Stands where a provider's encrypted reasoning would be. No model made it and nothing is hidden in it: decoded from base64,
 * it says so, at about the length that the real thing has.
 */
function sealed(id: string): string {
  const line = `Varve example, made up: no model wrote this and nothing is encrypted here. This stands for ${id}. `;
  return Buffer.from(line.repeat(4)).toString("base64");
}
