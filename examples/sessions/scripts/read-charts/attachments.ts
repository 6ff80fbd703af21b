import { Canvas, INK } from "../../images/canvas.ts";
import { chartPng } from "../../images/chart.ts";
import type { Scratch } from "../../scratch.ts";
import { chartOf } from "../../tools/draw-chart.ts";

export const LAST_YEAR = "attachments/sales-2029.png";
export const DISPLAY = "attachments/loft-display.png";

/** Draws what the user attaches: last year's chart, and the display of the thermometer in the loft. */
export function drawAttachments(scratch: Scratch): void {
  const lastYear = { csv: "data/sales-2029.csv", kind: "bar", label: "month", values: ["black", "green"] };
  scratch.write(LAST_YEAR, chartPng(chartOf({ ...lastYear, title: "packs sold 2029" }, scratch)));

  const display = new Canvas(256, 144);
  display.rectangle(8, 8, 240, 2, INK);
  display.rectangle(8, 134, 240, 2, INK);
  display.text(24, 24, "loft, north wall");
  display.text(24, 56, "thu 15:00");
  display.text(24, 80, "temp 22.6");
  display.text(24, 104, "hum 41 %");
  scratch.write(DISPLAY, display.png());
}
