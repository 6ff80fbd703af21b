import type { JsonObject, JsonValue } from "./json.ts";

/** Where the bytes of an image or a file are. `base64` is the data alone, without a `data:` prefix. */
export type Source =
  | { readonly kind: "base64"; readonly mediaType: string; readonly data: string }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file_id"; readonly id: string };

export interface TextPart {
  readonly kind: "text";
  readonly text: string;
}

export interface ImagePart {
  readonly kind: "image";
  readonly source: Source;
  readonly detail?: "low" | "high" | "auto" | "original";
}

export interface FilePart {
  readonly kind: "file";
  readonly name?: string;
  readonly source: Source;
}

/** Structured data; it is sent as its canonical JSON. */
export interface DataPart {
  readonly kind: "data";
  readonly data: JsonValue;
}

export type Part = TextPart | ImagePart | FilePart | DataPart;

export type Role = "user" | "assistant" | "developer" | "system";

/** What a provider put into an item beyond the neutral form; only that provider's encoder sends it back. */
export interface ProviderExtra {
  readonly provider: string;
  readonly fields: JsonObject;
}

export interface Message {
  readonly kind: "message";
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly extra?: ProviderExtra;
}

export interface ToolCall {
  readonly kind: "tool_call";
  readonly callId: string;
  readonly name: string;
  /** The model's own string, byte for byte; usually JSON, not always. */
  readonly arguments: string;
  readonly extra?: ProviderExtra;
}

export interface ToolResult {
  readonly kind: "tool_result";
  /** The {@link ToolCall.callId} that it answers. */
  readonly callId: string;
  readonly parts: readonly Part[];
  /** Whether the tool failed. Absent is `false`. */
  readonly isError?: boolean;
  readonly extra?: ProviderExtra;
}

/** A reasoning item. It belongs to the assistant item that follows it, and is kept or removed with it. */
export interface Reasoning {
  readonly kind: "reasoning";
  readonly summary: readonly string[];
  /** Encrypted content; only its own provider and model can read it. */
  readonly encrypted?: string;
  readonly provider: string;
  readonly model?: string;
  readonly extra?: ProviderExtra;
}

/** A provider's own item, kept and replayed as it is: for example a server-side compaction. */
export interface Opaque {
  readonly kind: "opaque";
  readonly provider: string;
  readonly model?: string;
  readonly data: JsonObject;
}

/** One provider-neutral, lossless item of a model's input or output. */
export type InputItem = Message | ToolCall | ToolResult | Reasoning | Opaque;

export type ItemKind = InputItem["kind"];

/** A tool as the model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  /** JSON schema of the arguments. */
  readonly parameters: JsonObject;
  /** Whether the provider should hold the model to the schema. Absent: the provider's own default. */
  readonly strict?: boolean;
}

/** A text part. */
export function text(value: string): TextPart {
  return { kind: "text", text: value };
}

/** A message of one text. */
export function message(role: Role, value: string): Message {
  return { kind: "message", role, parts: [text(value)] };
}
