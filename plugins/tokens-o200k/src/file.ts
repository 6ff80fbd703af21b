import type { FilePart } from "@varve/kernel";
import { pixelTokens, UNKNOWN_IMAGE } from "./image.ts";
import { countText } from "./text.ts";

/**
 * A file of unknown content (behind a URL or a file id) is taken for a PDF of two pages.
 */
const UNKNOWN_FILE_BYTES = 100_000;

/** A PDF goes to the model as its text and an image of each page; a page is taken to fill this many bytes. */
const PDF_PAGE_BYTES = 50_000;
/** Tokens of a page's text: about 450 words. */
const PDF_PAGE_TEXT_TOKENS = 600;

/** Word processors and spreadsheets are compressed, and only their text goes to the model: bytes for one token. */
const BINARY_BYTES_PER_TOKEN = 8;

/** How much of a text file is counted exactly, bytes; the rest is taken to be like it. */
const SAMPLE_BYTES = 12_288;

/**
 * Tokens of a file, estimated from its decoded size: the provider extracts its content on its own side
 * (https://developers.openai.com/api/docs/guides/file-inputs), so that no exact count exists before the call.
 *
 * - text (`text/*`, JSON, XML and the like): the first 12 kB are counted, the rest is taken at the same rate
 * - PDF: one page for every 50 kB; each costs its image, at the model's vision rule, and 600 tokens of text
 * - others: one token for every 8 bytes
 * - behind a URL or a file id: as a PDF of two pages
 *
 * Never zero, and never the length of the base64. The measured usage of the next call corrects the estimate.
 */
export function fileTokens(file: FilePart, model: string | null): number {
  const name = file.name === undefined ? 0 : countText(file.name);
  return name + contentTokens(file, model);
}

function contentTokens({ source, name = "" }: FilePart, model: string | null): number {
  if (source.kind !== "base64") return pdfTokens(UNKNOWN_FILE_BYTES, model);
  const bytes = Math.max(1, decodedBytes(source.data));
  const type = source.mediaType.toLowerCase();
  if (type.includes("pdf") || name.toLowerCase().endsWith(".pdf")) return pdfTokens(bytes, model);
  if (isText(type)) return textTokens(source.data, bytes);
  return Math.ceil(bytes / BINARY_BYTES_PER_TOKEN);
}

function pdfTokens(bytes: number, model: string | null): number {
  const page = PDF_PAGE_TEXT_TOKENS + pixelTokens(UNKNOWN_IMAGE, "high", model);
  return Math.ceil(bytes / PDF_PAGE_BYTES) * page;
}

function textTokens(base64: string, bytes: number): number {
  const sample = Buffer.from(base64.slice(0, (SAMPLE_BYTES / 3) * 4), "base64");
  const tokens = Math.max(1, countText(sample.toString("utf8")));
  return sample.length === 0 ? 1 : Math.ceil((tokens * bytes) / sample.length);
}

function isText(mediaType: string): boolean {
  return /^text\/|[/+](json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql|x-ndjson)\b/.test(mediaType);
}

/** The bytes that a base64 text stands for, without decoding it. */
export function decodedBytes(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
