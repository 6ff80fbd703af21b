import { crc32 } from "node:zlib";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const STORED_BLOCK_BYTES = 0xffff;
const INDEXED_COLOUR = 3;

/** A picture of four colours: `pixels` holds one index (0 to 3) a pixel, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Four colours as `rrggbb`. */
  readonly palette: readonly string[];
}

/**
 * A picture as a PNG of two bits a pixel. The pixels are stored without compression: what a deflate makes of the same bytes
 * differs between versions and processors, and a recording must not.
 */
export function png({ width, height, pixels, palette }: Picture): Uint8Array {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 2);
  header.setUint8(9, INDEXED_COLOUR);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("PLTE", Buffer.from(palette.join(""), "hex")),
    chunk("IDAT", zlibStored(scanlines(width, height, pixels))),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** Width and height that a PNG says it has. */
export function sizeOf(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Rows of packed pixels, each behind a zero: the filter that changes nothing. */
function scanlines(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const rowBytes = 1 + Math.ceil(width / 4);
  const rows = new Uint8Array(rowBytes * height);
  pixels.forEach((colour, index) => {
    const column = index % width;
    const at = Math.floor(index / width) * rowBytes + 1 + (column >> 2);
    rows[at] = (rows[at] ?? 0) | (colour << (6 - 2 * (column & 3)));
  });
  return rows;
}

function zlibStored(data: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  for (let from = 0; from < data.length; from += STORED_BLOCK_BYTES) {
    const block = data.subarray(from, from + STORED_BLOCK_BYTES);
    const head = new DataView(new ArrayBuffer(5));
    head.setUint8(0, from + block.length === data.length ? 1 : 0);
    head.setUint16(1, block.length, true);
    head.setUint16(3, ~block.length & 0xffff, true);
    blocks.push(new Uint8Array(head.buffer), block);
  }
  return Buffer.concat([...blocks, bigEndian(adler32(data))]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([bigEndian(data.length), body, bigEndian(crc32(body))]);
}

function bigEndian(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}

function adler32(data: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 0x1_00_00 + low;
}
