import { isJsonObject, type JsonObject, type JsonValue, type Source } from "@varve/kernel";
import { isList, memberOf, textOf } from "../json-reads.ts";
import { type ReadPart, remainder } from "./remainder.ts";

/** Reads the content of a tool result: a text, a list of blocks, or nothing. */
export function readBlocks(content: JsonValue | undefined): readonly ReadPart[] {
  if (content === undefined || content === null) return [];
  return (isList(content) ? content : [content]).map(
    (block) =>
      partOf(block) ?? { part: { kind: "data", data: block }, rest: { type: memberOf(block, "type") ?? null } },
  );
}

/** The part of a content block; `null` for a block that is no content, or of an unknown type. */
export function partOf(block: JsonValue): ReadPart | null {
  if (typeof block === "string") return { part: { kind: "text", text: block }, rest: {} };
  if (!isJsonObject(block)) return null;
  switch (block.type) {
    case "text": {
      const text = textOf(block.text);
      return text === null ? null : { part: { kind: "text", text }, rest: remainder(block, "type", "text") };
    }
    case "image": {
      const source = sourceOf(block.source);
      return source === null ? null : { part: { kind: "image", source }, rest: remainder(block, "type", "source") };
    }
    case "document":
      return readDocument(block);
    default:
      return null;
  }
}

function readDocument(block: JsonObject): ReadPart | null {
  const source = sourceOf(block.source);
  if (source !== null) {
    const name = textOf(block.title);
    const taken = ["type", "source", ...(name === null ? [] : ["title"])];
    return { part: { kind: "file", source, ...(name === null ? {} : { name }) }, rest: remainder(block, ...taken) };
  }
  // A document that was given as text is text to the model too.
  const text = memberOf(block.source, "type") === "text" ? textOf(memberOf(block.source, "data")) : null;
  if (text === null || !isJsonObject(block.source)) return null;
  return {
    part: { kind: "text", text },
    rest: { ...remainder(block, "source"), source: remainder(block.source, "data") },
  };
}

function sourceOf(source: JsonValue | undefined): Source | null {
  const data = textOf(memberOf(source, "data"));
  const mediaType = textOf(memberOf(source, "media_type"));
  const url = textOf(memberOf(source, "url"));
  const id = textOf(memberOf(source, "file_id"));
  switch (memberOf(source, "type")) {
    case "base64":
      return data === null || mediaType === null ? null : { kind: "base64", mediaType, data };
    case "url":
      return url === null ? null : { kind: "url", url };
    case "file":
      return id === null ? null : { kind: "file_id", id };
    default:
      return null;
  }
}
