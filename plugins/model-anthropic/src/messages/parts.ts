import { canonicalJson, type FilePart, type JsonObject, type Part, partsText, type Source } from "@varve/kernel";

/** The kinds of images that the API takes. */
const IMAGES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/**
 * The content blocks of parts, for a user's message and for a tool's result alike. What the API has no block for is told as
 * text; texts without a visible character are left out: the API refuses them.
 */
export function blocksOf(parts: readonly Part[]): readonly JsonObject[] {
  return parts.flatMap((part) => {
    const block = blockOf(part);
    return block === null ? [] : [block];
  });
}

function blockOf(part: Part): JsonObject | null {
  switch (part.kind) {
    case "text":
      return textBlock(part.text);
    case "data":
      return textBlock(canonicalJson(part.data));
    case "image": {
      const { source } = part;
      if (source.kind === "base64" && !IMAGES.has(source.mediaType)) return textBlock(partsText([part]));
      return { type: "image", source: sourceOf(source) };
    }
    case "file":
      return fileBlock(part);
  }
}

/** A block of text, or `null` where nothing of it can be seen. */
function textBlock(text: string): JsonObject | null {
  return text.trim() === "" ? null : { type: "text", text };
}

function fileBlock(file: FilePart): JsonObject | null {
  const { source, name } = file;
  const title = name === undefined ? {} : { title: name };
  if (source.kind !== "base64") return { type: "document", source: sourceOf(source), ...title };
  if (source.mediaType === "application/pdf") return { type: "document", source: sourceOf(source), ...title };
  if (source.mediaType === "text/plain") {
    const data = Buffer.from(source.data, "base64").toString("utf8");
    if (data.trim() === "") return textBlock(partsText([file]));
    return { type: "document", source: { type: "text", media_type: "text/plain", data }, ...title };
  }
  return textBlock(partsText([file]));
}

function sourceOf(source: Source): JsonObject {
  switch (source.kind) {
    case "base64":
      return { type: "base64", media_type: source.mediaType, data: source.data };
    case "url":
      return { type: "url", url: source.url };
    case "file_id":
      return { type: "file", file_id: source.id };
  }
}
