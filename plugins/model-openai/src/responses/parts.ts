import {
  canonicalJson,
  type FilePart,
  type ImagePart,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Part,
  partsText,
  type Source,
} from "@varve/kernel";
import type { ResponseInputFile, ResponseInputImage, ResponseInputText } from "openai/resources/responses/responses";
import { withFields } from "./extra-fields.ts";

/**
 * The parts of an input message or a tool's output. Empty texts are left out: the provider refuses them.
 *
 * @param rests the extra fields of each part by index, where the item still has the parts it came with
 */
export function inputParts(parts: readonly Part[], rests?: JsonValue): readonly JsonObject[] {
  const aligned: readonly JsonValue[] = isList(rests) && rests.length === parts.length ? rests : [];
  return parts.flatMap((part, index) => {
    const wire = inputPart(part);
    if (wire === null) return [];
    const rest = aligned[index];
    return [isJsonObject(rest) ? withFields(wire, rest) : wire];
  });
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function inputPart(part: Part): JsonObject | null {
  switch (part.kind) {
    case "text":
      return part.text === "" ? null : textPart(part.text);
    case "data":
      return textPart(canonicalJson(part.data));
    case "image":
      return inputImage(part);
    case "file":
      return inputFile(part);
  }
}

/** What the assistant said in a part, as text: the provider takes nothing else from that role. */
export function spokenText(part: Part): string {
  return part.kind === "text" ? part.text : partsText([part]);
}

function textPart(text: string): JsonObject {
  return { type: "input_text", text } satisfies ResponseInputText;
}

function inputImage({ source, detail = "auto" }: ImagePart): JsonObject {
  const where = source.kind === "file_id" ? { file_id: source.id } : { image_url: urlOf(source) };
  return { type: "input_image", ...where, detail } satisfies ResponseInputImage;
}

function inputFile(file: FilePart): JsonObject {
  return { type: "input_file", ...fileSource(file) } satisfies ResponseInputFile;
}

function fileSource({ source, name }: FilePart) {
  const named = name === undefined ? {} : { filename: name };
  switch (source.kind) {
    case "file_id":
      return { file_id: source.id, ...named };
    case "url":
      return { file_url: source.url, ...named };
    case "base64":
      // Bytes without a name are refused.
      return { filename: name ?? defaultName(source.mediaType), file_data: urlOf(source) };
  }
}

function urlOf(source: Exclude<Source, { readonly kind: "file_id" }>): string {
  return source.kind === "url" ? source.url : `data:${source.mediaType};base64,${source.data}`;
}

function defaultName(mediaType: string): string {
  const subtype = /^[a-z]+\/([a-z0-9]+)$/i.exec(mediaType)?.[1];
  return subtype === undefined ? "file" : `file.${subtype === "plain" ? "txt" : subtype}`;
}
