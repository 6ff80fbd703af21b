import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, type Part, type Role } from "@varve/kernel";
import { isList, textOf } from "../json-reads.ts";
import { type ReadPart, remainder } from "./remainder.ts";
import { dataUrl, sourceOfFileData, sourceOfUrl } from "./source.ts";

/** Content parts of Responses items, in both directions. */

/** Reads the content of a message or the output of a tool: a text, or a list of parts. */
export function readContent(content: JsonValue | undefined): readonly ReadPart[] {
  if (typeof content === "string") return [{ part: { kind: "text", text: content }, rest: {} }];
  if (isList(content)) return content.map(readPart);
  return content === undefined || content === null ? [] : [{ part: { kind: "data", data: content }, rest: {} }];
}

function readPart(value: JsonValue): ReadPart {
  if (typeof value === "string") return { part: { kind: "text", text: value }, rest: {} };
  if (!isJsonObject(value)) return { part: { kind: "data", data: value }, rest: {} };
  return known(value) ?? { part: { kind: "data", data: value }, rest: { type: value.type ?? null } };
}

function known(value: JsonObject): ReadPart | null {
  switch (value.type) {
    // The three spellings of text are one: which of them is right follows from the role of who speaks.
    case "input_text":
    case "output_text":
    case "text": {
      const text = textOf(value.text);
      return text === null ? null : { part: { kind: "text", text }, rest: remainder(value, "type", "text") };
    }
    case "refusal": {
      const text = textOf(value.refusal);
      return text === null ? null : { part: { kind: "text", text }, rest: remainder(value, "refusal") };
    }
    case "input_image":
      return readImage(value);
    case "input_file":
      return readFile(value);
    default:
      return null;
  }
}

function readImage(value: JsonObject): ReadPart | null {
  const url = textOf(value.image_url);
  const id = textOf(value.file_id);
  const detail = detailOf(value.detail);
  const taken = ["type", ...(detail === null ? [] : ["detail"])];
  const more = detail === null ? {} : { detail };
  if (url !== null) {
    return {
      part: { kind: "image", source: sourceOfUrl(url), ...more },
      rest: remainder(value, "image_url", ...taken),
    };
  }
  if (id === null) return null;
  return {
    part: { kind: "image", source: { kind: "file_id", id }, ...more },
    rest: remainder(value, "file_id", ...taken),
  };
}

const DETAILS = ["low", "high", "auto", "original"] as const;

/** How closely an image is to be looked at, where it is one of the known words. */
export function detailOf(value: JsonValue | undefined): (typeof DETAILS)[number] | null {
  return DETAILS.find((detail) => detail === value) ?? null;
}

function readFile(value: JsonObject): ReadPart | null {
  const name = textOf(value.filename);
  const more = name === null ? {} : { name };
  const taken = ["type", ...(name === null ? [] : ["filename"])];
  const data = textOf(value.file_data);
  if (data !== null) {
    return {
      part: { kind: "file", source: sourceOfFileData(data), ...more },
      rest: remainder(value, "file_data", ...taken),
    };
  }
  const url = textOf(value.file_url);
  if (url !== null) {
    return {
      part: { kind: "file", source: { kind: "url", url }, ...more },
      rest: remainder(value, "file_url", ...taken),
    };
  }
  const id = textOf(value.file_id);
  if (id === null) return null;
  return {
    part: { kind: "file", source: { kind: "file_id", id }, ...more },
    rest: remainder(value, "file_id", ...taken),
  };
}

/** Writes parts as Responses content; `rests` is what {@link readContent} left over of each, by index. */
export function writeContent(parts: readonly Part[], role: Role, rests: JsonValue | undefined): readonly JsonObject[] {
  // Parts that were added or removed since no longer belong to what was left over.
  const aligned = isList(rests) && rests.length === parts.length ? rests : [];
  return parts.map((part, index) => writePart(part, role, aligned[index]));
}

function writePart(part: Part, role: Role, kept: JsonValue | undefined): JsonObject {
  const rest = isJsonObject(kept) ? kept : {};
  switch (part.kind) {
    case "text":
      if (rest.type === "refusal") return { ...rest, refusal: part.text };
      return { ...rest, type: role === "assistant" ? "output_text" : "input_text", text: part.text };
    case "image":
      return {
        ...rest,
        type: "input_image",
        ...imageSource(part),
        ...(part.detail === undefined ? {} : { detail: part.detail }),
      };
    case "file":
      return {
        ...rest,
        type: "input_file",
        ...fileSource(part),
        ...(part.name === undefined ? {} : { filename: part.name }),
      };
    case "data":
      // A part of a type that was not known is data with that type, and goes back as it came.
      if (isJsonObject(part.data) && "type" in rest && part.data.type === rest.type) return part.data;
      return { ...rest, type: role === "assistant" ? "output_text" : "input_text", text: canonicalJson(part.data) };
  }
}

function imageSource({ source }: Extract<Part, { readonly kind: "image" }>): JsonObject {
  switch (source.kind) {
    case "base64":
      return { image_url: dataUrl(source) };
    case "url":
      return { image_url: source.url };
    case "file_id":
      return { file_id: source.id };
  }
}

function fileSource({ source }: Extract<Part, { readonly kind: "file" }>): JsonObject {
  switch (source.kind) {
    case "base64":
      return { file_data: dataUrl(source) };
    case "url":
      return { file_url: source.url };
    case "file_id":
      return { file_id: source.id };
  }
}
