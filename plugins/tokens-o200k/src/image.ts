import type { ImagePart } from "@varve/kernel";
import { type Dimensions, dimensionsOf } from "./image-dimensions.ts";
import { type PatchLimit, type TileRule, visionRule } from "./vision-rules.ts";

/**
 * What an image is taken for that cannot be measured here: one behind a URL or a file id, or data that does not
 * decode. At the rates of the current models it is 1,844 tokens, which is also what OpenAI's own coding agent
 * assumes for an image of unknown size.
 */
export const UNKNOWN_IMAGE: Dimensions = { width: 1_536, height: 1_024 };

/**
 * Tokens of an image, by its pixels and its model's published rule (see `vision-rules.ts`): never by the length of its
 * base64, and never zero.
 */
export function imageTokens(image: ImagePart, model: string | null): number {
  const measured = image.source.kind === "base64" ? dimensionsOf(image.source.data) : null;
  return pixelTokens(measured ?? UNKNOWN_IMAGE, image.detail ?? "auto", model);
}

/** Tokens of so many pixels. */
export function pixelTokens(size: Dimensions, detail: NonNullable<ImagePart["detail"]>, model: string | null): number {
  const rule = visionRule(model);
  if (rule.kind === "tiles") return detail === "low" ? rule.base : tileTokens(size, rule);
  // The product is rounded first: 1,000 × 1.2 must not become 1,201 through a floating-point tail.
  return Math.ceil(Number((patches(size, rule[detail]) * rule.multiplier).toFixed(6)));
}

const TILE = 512;
const TILE_BOX = 2_048;
const TILE_SHORT_SIDE = 768;

function tileTokens(size: Dimensions, rule: TileRule): number {
  const boxed = within(size, TILE_BOX);
  const scale = Math.min(1, TILE_SHORT_SIDE / Math.min(boxed.width, boxed.height));
  const width = Math.floor(boxed.width * scale);
  const height = Math.floor(boxed.height * scale);
  return rule.base + rule.tile * covering(width, TILE) * covering(height, TILE);
}

const PATCH = 32;

function patches(size: Dimensions, limit: PatchLimit): number {
  const { width, height } = within(size, limit.side);
  const count = covering(width, PATCH) * covering(height, PATCH);
  if (limit.patches === null || count <= limit.patches) return count;
  const shrink = Math.sqrt((PATCH * PATCH * limit.patches) / (width * height));
  const fitted = shrink * Math.min(wholeShare(width * shrink), wholeShare(height * shrink));
  return covering(Math.floor(width * fitted), PATCH) * covering(Math.floor(height * fitted), PATCH);
}

/** How much of a side is whole patches; a side below one patch is one patch. */
function wholeShare(side: number): number {
  const inPatches = side / PATCH;
  return inPatches < 1 ? 1 : Math.floor(inPatches) / inPatches;
}

function covering(side: number, unit: number): number {
  return Math.max(1, Math.ceil(side / unit));
}

function within(size: Dimensions, side: number): Dimensions {
  const scale = Math.min(1, side / Math.max(size.width, size.height));
  return scale === 1 ? size : { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
}
