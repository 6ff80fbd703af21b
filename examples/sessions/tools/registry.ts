import { drawChart } from "./draw-chart.ts";
import { editFile } from "./edit-file.ts";
import { grep } from "./grep.ts";
import { listFiles } from "./list-files.ts";
import { readFile } from "./read-file.ts";
import { run } from "./run.ts";
import type { Tool } from "./tool.ts";
import { viewImage } from "./view-image.ts";
import { writeFile } from "./write-file.ts";

/** Every tool of the agent, by name. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  [listFiles, readFile, grep, run, writeFile, editFile, drawChart, viewImage].map((tool) => [tool.name, tool]),
);
