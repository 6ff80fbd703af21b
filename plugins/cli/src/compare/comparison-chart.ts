import { init } from "echarts";
import type { Measurement } from "./measure.ts";

const WIDTH = 1_000;
const HEIGHT = 260;

/** The windows of one session over its calls, a line for each strategy, as SVG. Compactions are where a line falls. */
export function comparisonChart(own: readonly Measurement[], budgetTokens: number): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: WIDTH, height: HEIGHT + own.length * 18 });
  try {
    const calls = Math.max(0, ...own.map(({ windows }) => windows.length));
    chart.setOption({
      animation: false,
      title: { text: own[0]?.file ?? "", left: 12, top: 8, textStyle: { fontSize: 13 } },
      legend: { bottom: 4, left: 12, orient: "vertical", itemGap: 4, data: own.map(({ strategy }) => strategy) },
      grid: { left: 70, right: 20, top: 40, bottom: 50 + own.length * 18 },
      xAxis: {
        type: "category",
        name: "call",
        nameLocation: "middle",
        nameGap: 26,
        data: Array.from({ length: calls }, (_, index) => index + 1),
      },
      yAxis: { type: "value", name: "tokens of the window" },
      series: own.map(({ strategy, windows }, index) => ({
        name: strategy,
        type: "line",
        showSymbol: false,
        data: windows.map(({ tokens }) => tokens),
        ...(index === 0
          ? { markLine: { symbol: "none", label: { formatter: "budget" }, data: [{ yAxis: budgetTokens }] } }
          : {}),
      })),
    });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
