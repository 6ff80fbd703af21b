/**
 * How each model family turns an image into tokens, from OpenAI's guide "Images and vision", sections "Model sizing
 * behavior" and "Calculating costs" (https://developers.openai.com/api/docs/guides/images-vision, read in autumn 2026).
 */
export type VisionRule = PatchRule | TileRule;

/** An image is covered with patches of 32 by 32 pixels, after it was fitted into the limits of its detail level. */
interface PatchRule {
  readonly kind: "patches";
  /** Tokens a patch. */
  readonly multiplier: number;
  readonly low: PatchLimit;
  readonly high: PatchLimit;
  readonly original: PatchLimit;
  readonly auto: PatchLimit;
}

export interface PatchLimit {
  /** The longest side, pixels. */
  readonly side: number;
  /** The most patches; `null` for no limit. */
  readonly patches: number | null;
}

/** An image costs a base, and so much for each tile of 512 by 512 pixels, after it was scaled down. */
export interface TileRule {
  readonly kind: "tiles";
  readonly base: number;
  readonly tile: number;
}

const LOW: PatchLimit = { side: 512, patches: null };
const HIGH: PatchLimit = { side: 2_048, patches: 2_500 };
const ORIGINAL_BOUNDED: PatchLimit = { side: 6_000, patches: 10_000 };
const ORIGINAL: PatchLimit = { side: 65_535, patches: null };

/** Families whose detail levels all mean the same. */
function oneLimit(multiplier: number, patches: number): PatchRule {
  const limit: PatchLimit = { side: 2_048, patches };
  return { kind: "patches", multiplier, low: limit, high: limit, original: limit, auto: limit };
}

/** GPT-5.6 and what came after it; also what a model is taken for that is not known here. */
const CURRENT: PatchRule = {
  kind: "patches",
  multiplier: 1.2,
  low: LOW,
  high: HIGH,
  original: ORIGINAL,
  auto: ORIGINAL,
};

const FAMILIES: readonly (readonly [RegExp, VisionRule])[] = [
  [/^gpt-4o-mini/, { kind: "tiles", base: 2_833, tile: 5_667 }],
  [/^gpt-4\.1-mini/, oneLimit(1.62, 6_144)],
  [/^gpt-4\.1-nano/, oneLimit(2.46, 1_536)],
  [/^(gpt-4o|chatgpt-4o|gpt-4\.1|gpt-4\.5)/, { kind: "tiles", base: 85, tile: 170 }],
  [/^o4-mini/, oneLimit(1.72, 1_536)],
  [/^o[134](-|$)/, { kind: "tiles", base: 75, tile: 150 }],
  [/^computer-use-preview/, { kind: "tiles", base: 65, tile: 129 }],
  [/^gpt-5-mini/, oneLimit(1.2, 1_536)],
  [/^gpt-5-nano/, oneLimit(1.5, 1_536)],
  [/^gpt-5(\.[0-3])?(-[a-z]+)*-codex/, oneLimit(1.2, 1_536)],
  [/^gpt-5(\.1)?(-|$)/, { kind: "tiles", base: 70, tile: 140 }],
  [/^gpt-5\.[23](-|$)/, oneLimit(1.2, 6_144)],
  [
    /^gpt-5\.4(-|$)/,
    {
      kind: "patches",
      multiplier: 1.2,
      low: { side: 2_048, patches: 6_144 },
      high: HIGH,
      original: ORIGINAL_BOUNDED,
      auto: HIGH,
    },
  ],
  [
    /^gpt-5\.5(-|$)/,
    {
      kind: "patches",
      multiplier: 1.2,
      low: LOW,
      high: HIGH,
      original: ORIGINAL_BOUNDED,
      auto: ORIGINAL_BOUNDED,
    },
  ],
];

/** The rule of a model, by its name with or without a provider before it (`openai/gpt-5.4`); `null` is the current family. */
export function visionRule(model: string | null): VisionRule {
  const name = model?.slice(model.lastIndexOf("/") + 1).toLowerCase() ?? "";
  return FAMILIES.find(([family]) => family.test(name))?.[1] ?? CURRENT;
}
