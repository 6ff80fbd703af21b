import { Canvas, CHARACTER_WIDTH, type Colour, FIRST, INK, SECOND } from "./canvas.ts";

export interface Chart {
  readonly kind: "bar" | "line";
  readonly title: string;
  readonly labels: readonly string[];
  /** One or two series, each with a value for every label; values are not below zero. */
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const SIZES = { bar: [448, 256], line: [512, 304] } as const;
const LEFT = 52;
const TOP = 40;
const BOTTOM = 26;
const GRID_LINES = 4;
const COLOURS: readonly Colour[] = [FIRST, SECOND];

/** A chart as a PNG. */
export function chartPng(chart: Chart): Uint8Array {
  const [width, height] = SIZES[chart.kind];
  const canvas = new Canvas(width, height);
  const plot = { width: width - LEFT - 12, height: height - TOP - BOTTOM, floor: height - BOTTOM };
  const top = ceilingOf(Math.max(...chart.series.flatMap(({ values }) => values)));
  const y = (value: number) => plot.floor - Math.round((value / top) * plot.height);
  const slot = plot.width / Math.max(1, chart.labels.length);

  canvas.text(8, 8, chart.title);
  for (let line = 0; line <= GRID_LINES; line += 1) {
    const value = (top * line) / GRID_LINES;
    const label = String(Number(value.toFixed(1)));
    canvas.dotted(LEFT, y(value), plot.width);
    canvas.text(LEFT - 6 - label.length * CHARACTER_WIDTH, y(value) - 5, label);
  }
  canvas.rectangle(LEFT - 2, TOP, 2, plot.height + 2, INK);
  canvas.rectangle(LEFT - 2, plot.floor, plot.width + 2, 2, INK);

  chart.series.forEach(({ name, values }, row) => {
    const colour = COLOURS[row] ?? INK;
    canvas.rectangle(LEFT + row * 150, 24, 10, 10, colour);
    canvas.text(LEFT + row * 150 + 16, 24, name);
    if (chart.kind === "bar") {
      const bar = Math.max(2, Math.floor((slot * 0.8) / chart.series.length));
      values.forEach((value, index) => {
        const left = LEFT + Math.round(index * slot + slot * 0.1) + row * bar;
        canvas.rectangle(left, y(value), bar - 1, plot.floor - y(value), colour);
      });
    } else {
      const points = values.map((value, index) => [LEFT + Math.round((index + 0.5) * slot), y(value)] as const);
      points.slice(1).forEach((point, index) => {
        canvas.line(points[index] ?? point, point, colour);
      });
    }
  });

  // Only as many labels as have room beside each other.
  const longest = Math.max(...chart.labels.map((label) => label.length)) + 1;
  const every = Math.max(1, Math.ceil((longest * CHARACTER_WIDTH) / slot));
  chart.labels.forEach((label, index) => {
    const left = LEFT + Math.round((index + 0.5) * slot - (label.length * CHARACTER_WIDTH) / 2);
    if (index % every === 0) canvas.text(left, plot.floor + 9, label);
  });
  return canvas.png();
}

/** The next of 1, 2, 4, 5, 8 times a power of ten. */
function ceilingOf(value: number): number {
  for (let power = 1; ; power *= 10) {
    const fitting = [1, 2, 4, 5, 8].find((step) => step * power >= value);
    if (fitting !== undefined) return fitting * power;
  }
}
