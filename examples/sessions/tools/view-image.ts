import { existsSync } from "node:fs";
import { sizeOf } from "../images/png.ts";
import { inputImage, inputText } from "../responses.ts";
import { objectOf, type Tool, ToolFailure, textOf } from "./tool.ts";

export const viewImage: Tool = {
  name: "view_image",
  description: "Shows a PNG file of the project.",
  parameters: objectOf({ path: { type: "string" } }, ["path"]),
  async execute(input, scratch) {
    const path = textOf(input, "path");
    if (!existsSync(scratch.path(path))) throw new ToolFailure(`no such file: ${path}`);
    const bytes = scratch.bytes(path);
    const { width, height } = sizeOf(bytes);
    return [inputText(`${path}: ${width} x ${height} pixels`), inputImage(bytes)];
  },
};
