import { canonicalJson, type FilePart, type JsonObject, type Part, partsText, type Source } from "@varve/kernel";
import type { ChatCompletionContentPart } from "openai/resources/chat/completions";

/** The content parts of a user's message. What Chat Completions has no form for is told as text; empty texts are left out. */
export function userParts(parts: readonly Part[]): readonly JsonObject[] {
  return parts.flatMap((part) => {
    const wire = userPart(part);
    return wire === null ? [] : [wire];
  });
}

function userPart(part: Part): JsonObject | null {
  switch (part.kind) {
    case "text":
      return part.text === "" ? null : textPart(part.text);
    case "data":
      return textPart(canonicalJson(part.data));
    case "image": {
      const { source, detail = "auto" } = part;
      if (source.kind === "file_id") return textPart(partsText([part]));
      // `original` is a word of the Responses API.
      const asked = detail === "original" ? "high" : detail;
      return {
        type: "image_url",
        image_url: { url: urlOf(source), detail: asked },
      } satisfies ChatCompletionContentPart;
    }
    case "file":
      return filePart(part);
  }
}

function filePart(file: FilePart): JsonObject {
  const { source, name } = file;
  switch (source.kind) {
    case "file_id":
      return { type: "file", file: { file_id: source.id } } satisfies ChatCompletionContentPart;
    case "url":
      return textPart(partsText([file]));
    case "base64": {
      const audio = /^audio\/(wav|mp3)$/.exec(source.mediaType)?.[1];
      if (audio === "wav" || audio === "mp3") {
        return {
          type: "input_audio",
          input_audio: { data: source.data, format: audio },
        } satisfies ChatCompletionContentPart;
      }
      const wire = { filename: name ?? "file", file_data: urlOf(source) };
      return { type: "file", file: wire } satisfies ChatCompletionContentPart;
    }
  }
}

function textPart(text: string): JsonObject {
  return { type: "text", text } satisfies ChatCompletionContentPart;
}

function urlOf(source: Exclude<Source, { readonly kind: "file_id" }>): string {
  return source.kind === "url" ? source.url : `data:${source.mediaType};base64,${source.data}`;
}
