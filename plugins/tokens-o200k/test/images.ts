/** The header of a PNG of so many pixels, followed by filler up to a size: enough for whoever measures it. */
export function png(width: number, height: number, bytes = 100): string {
  const image = Buffer.alloc(Math.max(bytes, 33));
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(image);
  image.writeUInt32BE(13, 8);
  image.write("IHDR", 12, "latin1");
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image.toString("base64");
}

/** The head of a JPEG of so many pixels, with its dimensions behind an application segment of a given size. */
export function jpeg(width: number, height: number, segmentBytes: number): string {
  const segments: Buffer[] = [Buffer.from([0xff, 0xd8])];
  for (let left = segmentBytes; left > 0; left -= 65_533) {
    const size = Math.min(left, 65_533);
    const segment = Buffer.alloc(size + 4);
    segment.writeUInt16BE(0xffe2, 0);
    segment.writeUInt16BE(size + 2, 2);
    segments.push(segment);
  }
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  segments.push(frame, Buffer.alloc(2_000), Buffer.from([0xff, 0xd9]));
  return Buffer.concat(segments).toString("base64");
}
