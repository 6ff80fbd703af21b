import type {
  Base64ImageSource,
  ContentBlockParam,
  ImageBlockParam,
} from "@anthropic-ai/sdk/resources/messages/messages";
import {
  canonicalJson,
  type FilePart,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Part,
  partsText,
  type Source,
} from "@varve/kernel";
import { isList } from "@varve/wire";

/** The kinds of images that the API takes. */
const IMAGES: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
] satisfies Base64ImageSource["media_type"][]);

/**
 * Members of the provider's that a request takes back, by the type of block. Marks for caching are set anew; citations stand
 * only in what the assistant said.
 */
const TAKEN_BACK: Readonly<Record<string, readonly string[]>> = {
  image: ["transformations"],
  document: ["context", "citations"],
};

/**
 * The content blocks of parts, for a user's message and for a tool's result alike. What the API has no block for is told as
 * text; texts without a visible character are left out: the API refuses them.
 *
 * @param rests what the provider had beside each part, by index
 */
export function blocksOf(parts: readonly Part[], rests?: JsonValue): readonly JsonObject[] {
  return parts.flatMap((part, index) => {
    const block = blockOf(part);
    if (block === null) return [];
    return [withMembers(block, restOf(parts, rests, index), TAKEN_BACK[block.type] ?? [])];
  });
}

/** What the assistant said: text alone, since the API takes nothing else from it. */
export function spokenBlocks(parts: readonly Part[], rests?: JsonValue): readonly JsonObject[] {
  return parts.flatMap((part, index) => {
    const block = textBlock(part.kind === "text" ? part.text : partsText([part]));
    return block === null ? [] : [withMembers(block, restOf(parts, rests, index), ["citations"])];
  });
}

/** A block with members that the provider had on it. What it leaves empty has no place in a request. */
export function withMembers(block: JsonObject, rest: JsonValue | undefined, names: readonly string[]): JsonObject {
  if (!isJsonObject(rest)) return block;
  const taken = names.filter((name) => rest[name] !== undefined && rest[name] !== null);
  return taken.length === 0 ? block : { ...block, ...Object.fromEntries(taken.map((name) => [name, rest[name]])) };
}

/** Nothing where the item no longer has the parts that it came with. */
function restOf(parts: readonly Part[], rests: JsonValue | undefined, index: number): JsonValue | undefined {
  return isList(rests) && rests.length === parts.length ? rests[index] : undefined;
}

function blockOf(part: Part) {
  switch (part.kind) {
    case "text":
      return textBlock(part.text);
    case "data":
      return textBlock(canonicalJson(part.data));
    case "image": {
      const source = imageSource(part.source);
      return source === null ? told(part) : ({ type: "image", source } satisfies ImageBlockParam);
    }
    case "file":
      return fileBlock(part);
  }
}

/** A block of text, or `null` where nothing of it can be seen. */
function textBlock(text: string) {
  return text.trim() === "" ? null : ({ type: "text", text } satisfies ContentBlockParam);
}

function told(part: Part) {
  return textBlock(partsText([part]));
}

function imageSource(source: Source) {
  if (source.kind !== "base64") return sourceElsewhere(source);
  const { mediaType, data } = source;
  return isImage(mediaType) ? { type: "base64" as const, media_type: mediaType, data } : null;
}

function isImage(mediaType: string): mediaType is Base64ImageSource["media_type"] {
  return IMAGES.has(mediaType);
}

function fileBlock(file: FilePart) {
  const { source: from, name } = file;
  const source = documentSource(from);
  if (source === null) return told(file);
  const title = name === undefined ? {} : { title: name };
  return { type: "document", source, ...title } satisfies ContentBlockParam;
}

function documentSource(source: Source) {
  if (source.kind !== "base64") return sourceElsewhere(source);
  const { mediaType, data } = source;
  if (mediaType === "application/pdf") return { type: "base64" as const, media_type: "application/pdf" as const, data };
  if (!/^(text\/|application\/json\b)/.test(mediaType)) return null;
  const words = Buffer.from(data, "base64").toString("utf8");
  return words.trim() === "" ? null : { type: "text" as const, media_type: "text/plain" as const, data: words };
}

/** Where the API can fetch something itself; `null` where it cannot: another scheme, or a file that another provider holds. */
function sourceElsewhere(source: Exclude<Source, { readonly kind: "base64" }>) {
  if (source.kind === "url") {
    return /^https?:\/\//i.test(source.url) ? { type: "url" as const, url: source.url } : null;
  }
  return source.id.startsWith("file_") ? { type: "file" as const, file_id: source.id } : null;
}
