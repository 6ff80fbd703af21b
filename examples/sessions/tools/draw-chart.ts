import { existsSync } from "node:fs";
import { type Chart, chartPng } from "../images/chart.ts";
import { sizeOf } from "../images/png.ts";
import { inputImage, inputText } from "../responses.ts";
import type { Scratch } from "../scratch.ts";
import { columnOf, columnsOf, numbersOf } from "./table.ts";
import { type Arguments, objectOf, type Tool, ToolFailure, textOf, textsOf } from "./tool.ts";

const text = { type: "string" };

export const drawChart: Tool = {
  name: "draw_chart",
  description: "Draws columns of a CSV file as a chart, writes it as a PNG and shows it.",
  parameters: objectOf(
    {
      csv: text,
      kind: { type: "string", enum: ["bar", "line"] },
      label: { type: "string", description: "The column under the axis." },
      values: { type: "array", items: text, minItems: 1, maxItems: 2, description: "One or two columns of numbers." },
      title: text,
      file: { type: "string", description: "Where the PNG goes." },
    },
    ["csv", "kind", "label", "values", "title", "file"],
  ),
  async execute(input, scratch) {
    const file = textOf(input, "file");
    const bytes = chartPng(chartOf(input, scratch));
    scratch.write(file, bytes);
    const { width, height } = sizeOf(bytes);
    return [inputText(`${file}: ${width} x ${height} pixels, ${bytes.length} bytes`), inputImage(bytes)];
  },
};

/** The chart that arguments ask for. @throws ToolFailure where the file or a column is not there, or a field is no number */
export function chartOf(input: Arguments, scratch: Scratch): Chart {
  const csv = textOf(input, "csv");
  if (!existsSync(scratch.path(csv))) throw new ToolFailure(`no such file: ${csv}`);
  const table = columnsOf(scratch, csv);
  return {
    kind: textOf(input, "kind") === "line" ? "line" : "bar",
    title: textOf(input, "title"),
    labels: columnOf(table, textOf(input, "label")),
    series: textsOf(input, "values").map((name) => ({ name, values: numbersOf(table, name) })),
  };
}
