import { isJsonObject, type JsonObject, type JsonValue, type Part } from "@varve/kernel";
import { isList, memberOf, textOf } from "../json-reads.ts";
import { type ReadPart, remainder } from "./remainder.ts";
import { detailOf } from "./responses-parts.ts";
import { sourceOfFileData, sourceOfUrl } from "./source.ts";

/** Reads the content of a Chat Completions message: a text, a list of parts, or nothing. */
export function readChatContent(content: JsonValue | undefined): readonly ReadPart[] {
  if (typeof content === "string") return [{ part: { kind: "text", text: content }, rest: {} }];
  if (isList(content)) return content.map(readPart);
  return content === undefined || content === null ? [] : [{ part: { kind: "data", data: content }, rest: {} }];
}

function readPart(value: JsonValue): ReadPart {
  if (typeof value === "string") return { part: { kind: "text", text: value }, rest: {} };
  const read = isJsonObject(value) ? known(value) : null;
  return read ?? { part: { kind: "data", data: value }, rest: { type: memberOf(value, "type") ?? null } };
}

function known(value: JsonObject): ReadPart | null {
  switch (value.type) {
    case "text": {
      const text = textOf(value.text);
      return text === null ? null : { part: { kind: "text", text }, rest: remainder(value, "type", "text") };
    }
    case "refusal": {
      const text = textOf(value.refusal);
      return text === null ? null : { part: { kind: "text", text }, rest: remainder(value, "refusal") };
    }
    case "image_url":
      return readImage(value);
    case "input_audio":
      return readAudio(value);
    case "file":
      return readFile(value);
    default:
      return null;
  }
}

function readImage(value: JsonObject): ReadPart | null {
  const image = value.image_url;
  const url = textOf(image) ?? textOf(memberOf(image, "url"));
  if (url === null) return null;
  const detail = detailOf(memberOf(image, "detail"));
  const part: Part = { kind: "image", source: sourceOfUrl(url), ...(detail === null ? {} : { detail }) };
  return { part, rest: remainder(value, "type", "image_url") };
}

function readAudio(value: JsonObject): ReadPart | null {
  const data = textOf(memberOf(value.input_audio, "data"));
  const format = textOf(memberOf(value.input_audio, "format"));
  if (data === null || format === null) return null;
  const part: Part = { kind: "file", source: { kind: "base64", mediaType: `audio/${format}`, data } };
  return { part, rest: remainder(value, "input_audio") };
}

function readFile(value: JsonObject): ReadPart | null {
  const name = textOf(memberOf(value.file, "filename"));
  const data = textOf(memberOf(value.file, "file_data"));
  const id = textOf(memberOf(value.file, "file_id"));
  const source = data !== null ? sourceOfFileData(data) : id !== null ? ({ kind: "file_id", id } as const) : null;
  if (source === null) return null;
  return { part: { kind: "file", source, ...(name === null ? {} : { name }) }, rest: remainder(value, "type", "file") };
}
