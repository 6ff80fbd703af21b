import { GLYPH_COLUMNS, glyphRows } from "./glyphs.ts";
import { type Picture, png } from "./png.ts";

const PAPER = 0;
export const INK = 1;
export const FIRST = 2;
export const SECOND = 3;

export type Colour = typeof PAPER | typeof INK | typeof FIRST | typeof SECOND;

const PALETTE = ["ffffff", "3a3f47", "2b6cb0", "dd7a1f"];
const DOT = 2;

/** Width of a character with the gap behind it, in pixels. */
export const CHARACTER_WIDTH = (GLYPH_COLUMNS + 1) * DOT;

/** A sheet of paper in four colours. What falls outside is cut off. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height);
  }

  rectangle(left: number, top: number, width: number, height: number, colour: Colour): void {
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y += 1) {
      for (let x = Math.max(0, left); x < Math.min(this.width, left + width); x += 1) {
        this.#pixels[y * this.width + x] = colour;
      }
    }
  }

  dotted(left: number, top: number, width: number): void {
    for (let x = left; x < left + width; x += 4) this.rectangle(x, top, 1, 1, INK);
  }

  /** A line two pixels thick. */
  line(from: readonly [number, number], to: readonly [number, number], colour: Colour): void {
    const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]), 1);
    for (let step = 0; step <= steps; step += 1) {
      const x = Math.round(from[0] + ((to[0] - from[0]) * step) / steps);
      const y = Math.round(from[1] + ((to[1] - from[1]) * step) / steps);
      this.rectangle(x, y, 2, 2, colour);
    }
  }

  text(left: number, top: number, text: string, colour: Colour = INK): void {
    [...text].forEach((character, index) => {
      glyphRows(character).forEach((bits, row) => {
        for (let column = 0; column < GLYPH_COLUMNS; column += 1) {
          if ((bits & (4 >> column)) === 0) continue;
          this.rectangle(left + index * CHARACTER_WIDTH + column * DOT, top + row * DOT, DOT, DOT, colour);
        }
      });
    });
  }

  png(): Uint8Array {
    const picture: Picture = { width: this.width, height: this.height, pixels: this.#pixels, palette: PALETTE };
    return png(picture);
  }
}
