import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { committed, imagesOf, itemsOf, listOf, recordOf } from "./recorded.ts";

const NAME = "read-charts.json";
const items = itemsOf(NAME);

describe("read-charts", () => {
  test("has instructions and tools, as a request body has them", () => {
    const request = recordOf(JSON.parse(committed(NAME)));
    expect(Object.keys(request)).toEqual(["instructions", "tools", "input"]);
    const called = new Set(items.flatMap((item) => (item.type === "function_call" ? [item.name] : [])));
    const offered = listOf(request.tools).map((tool) => recordOf(tool).name);
    expect([...called].filter((name) => !offered.includes(name))).toEqual([]);
  });

  test("has images from the user and from tools", () => {
    expect(imagesOf(items, "message").length).toBe(2);
    expect(imagesOf(items, "function_call_output").length).toBeGreaterThan(4);
  });

  test("has images of 5 to 60 kB that decode to as many pixels as they say", () => {
    for (const image of [...imagesOf(items, "message"), ...imagesOf(items, "function_call_output")]) {
      expect(image.subarray(1, 4).toString("latin1")).toBe("PNG");
      const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
      const bitsPerPixel = image.readUInt8(24);
      expect(pixelsOf(image).length).toBe(height * (1 + Math.ceil((width * bitsPerPixel) / 8)));
      expect(image.toString("base64").length).toBeGreaterThan(5_000);
      expect(image.toString("base64").length).toBeLessThan(60_000);
    }
  });

  test("has an image beside a text that names its size", () => {
    const shown = items.flatMap((item) => (Array.isArray(item.output) ? [listOf(item.output).map(recordOf)] : []));
    for (const [label] of shown) expect(label?.text).toMatch(/^\w+\/[\w-]+\.png: \d+ x \d+ pixels/);
  });
});

function pixelsOf(image: Buffer): Buffer {
  const from = image.indexOf("IDAT", 0, "latin1");
  return inflateSync(image.subarray(from + 4, from + 4 + image.readUInt32BE(from - 4)));
}
