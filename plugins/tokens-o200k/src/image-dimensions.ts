import { imageSize } from "image-size";

/** Pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/**
 * How many bytes of an image are decoded to find its dimensions: first the few that nearly always hold them, then as
 * many as a photograph's embedded preview and colour profile can take up before them. Megabytes are never decoded.
 */
const LOOKS = [16_384, 524_288] as const;

/** The pixels of an image, from the first bytes of its base64; `null` where they cannot be read. */
export function dimensionsOf(base64: string): Dimensions | null {
  for (const bytes of LOOKS) {
    const head = base64.slice(0, Math.ceil(bytes / 3) * 4);
    const size = read(Buffer.from(head, "base64"));
    if (size !== null) return size;
    if (head.length === base64.length) return null;
  }
  return null;
}

function read(bytes: Uint8Array): Dimensions | null {
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    // The library throws for what is no image, and for what is cut off before its dimensions: both mean "not known".
    return null;
  }
}
