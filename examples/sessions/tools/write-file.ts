import { objectOf, type Tool, textOf } from "./tool.ts";

export const writeFile: Tool = {
  name: "write_file",
  description: "Writes a whole file; what it held before is gone. Folders are made where they are missing.",
  parameters: objectOf({ path: { type: "string" }, text: { type: "string" } }, ["path", "text"]),
  async execute(input, scratch) {
    const path = textOf(input, "path");
    const text = textOf(input, "text");
    scratch.write(path, text);
    return `wrote ${path}, ${Buffer.byteLength(text)} bytes`;
  },
};
