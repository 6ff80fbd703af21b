import type { ImagePart } from "@varve/kernel";
import { describe, expect, it } from "vitest";
import { imageTokens } from "../src/image.ts";
import { dimensionsOf } from "../src/image-dimensions.ts";
import { jpeg, png } from "./images.ts";

function image(width: number, height: number, detail?: ImagePart["detail"]): ImagePart {
  const source = { kind: "base64", mediaType: "image/png", data: png(width, height) } as const;
  return detail === undefined ? { kind: "image", source } : { kind: "image", source, detail };
}

describe("images by patches", () => {
  it("counts the published examples of gpt-5.4", () => {
    expect(imageTokens(image(1_024, 1_024, "high"), "gpt-5.4")).toBe(1_229);
    expect(imageTokens(image(2_048, 2_048, "high"), "gpt-5.4")).toBe(3_000);
  });

  it("counts the published example of a budget of 1,536 patches", () => {
    // 1,800 by 2,400 pixels are fitted into 1,056 by 1,408: 33 by 44 patches.
    expect(imageTokens(image(1_800, 2_400, "high"), "o4-mini")).toBe(Math.ceil(1_452 * 1.72));
  });

  it("takes an image of the current models in its own size unless told otherwise", () => {
    const whole = Math.ceil(94 * 63 * 1.2);
    expect(imageTokens(image(3_000, 2_000), "gpt-6.1-sol")).toBe(whole);
    expect(imageTokens(image(3_000, 2_000, "original"), "gpt-5.6-sol")).toBe(whole);
    expect(imageTokens(image(3_000, 2_000, "low"), "gpt-6.1-sol")).toBe(Math.ceil(16 * 11 * 1.2));
    expect(imageTokens(image(3_000, 2_000, "high"), "gpt-6.1-sol")).toBeLessThanOrEqual(3_000);
  });

  it("takes an unknown model, and none, for a current one", () => {
    const current = imageTokens(image(1_000, 500), "gpt-6.1-sol");
    expect(imageTokens(image(1_000, 500), null)).toBe(current);
    expect(imageTokens(image(1_000, 500), "acme-large")).toBe(current);
    expect(imageTokens(image(1_000, 500), "openai/gpt-6.1-sol")).toBe(current);
  });

  it("never counts more than the budget, however the image is shaped", () => {
    for (const [width, height] of [
      [20_000, 20],
      [7, 9_000],
      [5_999, 6_001],
      [2_049, 2_047],
    ] as const) {
      const tokens = imageTokens(image(width, height, "high"), "gpt-5.5");
      expect(tokens).toBeGreaterThan(0);
      expect(tokens).toBeLessThanOrEqual(3_000);
    }
  });
});

describe("images by tiles", () => {
  it("counts the published examples of gpt-4o", () => {
    expect(imageTokens(image(1_024, 1_024, "high"), "gpt-4o")).toBe(765);
    expect(imageTokens(image(2_048, 4_096, "high"), "gpt-4o")).toBe(1_105);
    expect(imageTokens(image(4_096, 8_192, "low"), "gpt-4o")).toBe(85);
  });

  it.each([
    ["gpt-4o-mini", 2_833 + 5_667],
    ["gpt-5.1", 210],
    ["gpt-5", 210],
    ["o3", 225],
    ["gpt-4.1-2025-04-14", 255],
  ])("knows the rate of %s", (model, tokens) => {
    expect(imageTokens(image(400, 400, "high"), model)).toBe(tokens);
  });
});

describe("finding the pixels", () => {
  it("fault 8: an image of 400 kB costs its pixels, not its base64", () => {
    const part: ImagePart = {
      kind: "image",
      source: { kind: "base64", mediaType: "image/png", data: png(1_280, 720, 400_000) },
    };
    expect(imageTokens(part, "gpt-6.1-sol")).toBe(Math.ceil(40 * 23 * 1.2));
  });

  it("fault 8: an image that nobody can measure costs a constant, never nothing", () => {
    const behindUrl: ImagePart = { kind: "image", source: { kind: "url", url: "https://example.com/a.png" } };
    const uploaded: ImagePart = { kind: "image", source: { kind: "file_id", id: "file-1" } };
    const broken: ImagePart = { kind: "image", source: { kind: "base64", mediaType: "image/png", data: "AAAA" } };
    for (const part of [behindUrl, uploaded, broken]) {
      expect(imageTokens(part, "gpt-6.1-sol")).toBe(1_844);
      expect(imageTokens(part, "gpt-4o")).toBe(1_105);
    }
  });

  it("finds the dimensions of a photograph behind its colour profile", () => {
    expect(dimensionsOf(jpeg(4_032, 3_024, 200_000))).toEqual({ width: 4_032, height: 3_024 });
  });

  it("reads the first bytes of a large image only", () => {
    const data = png(640, 480, 30_000_000);
    const start = performance.now();
    expect(dimensionsOf(data)).toEqual({ width: 640, height: 480 });
    expect(performance.now() - start).toBeLessThan(50);
  });
});
