"use client";

import { memo } from "react";
import { Line, LineChart, XAxis, YAxis } from "recharts";
import type { Column } from "./chart-frame.ts";
import type { DrawnFrame } from "./chart-view.ts";
import { drawOrder, globalStyle, type LineStyle } from "./line-styles.ts";
import type { PlotScale } from "./plot-scale.ts";

export interface LayerProps {
  readonly drawn: DrawnFrame;
  readonly names: readonly string[];
  readonly styles: readonly LineStyle[];
  readonly scale: PlotScale;
}

/** Up to this many lines are elements of the page; more are drawn on a canvas. */
export const elementLinesMax = 32;

/** The lines of a plot as elements. The frame around them has the axes and all that moves with a pointer. */
export const LineLayer = memo(function LineLayer({ drawn, names, styles, scale }: LayerProps) {
  const { span, lowMs, highMs, width, height } = scale;
  const moments = drawn.atMs.map((atMs, moment) => ({ atMs, moment }));
  const lineOf = (key: string, column: Column, { colour, width: stroke, dash }: LineStyle) => (
    <Line
      key={key}
      name={key}
      dataKey={({ moment }: { readonly moment: number }) => column[moment] ?? null}
      stroke={colour}
      strokeWidth={stroke}
      {...(dash.length === 0 ? {} : { strokeDasharray: dash.join(" ") })}
      dot={false}
      activeDot={false}
      isAnimationActive={false}
      type="linear"
    />
  );
  const lines = drawOrder(styles).map((line) => {
    if (line === undefined) return lineOf("global", drawn.global, globalStyle);
    const [name, column, style] = [names[line], drawn.lines[line], styles[line]];
    if (name === undefined || column === undefined || style === undefined) return null;
    return lineOf(name, column, style);
  });
  return (
    <LineChart
      width={width}
      height={height}
      data={moments}
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <XAxis hide dataKey="atMs" type="number" domain={[span.fromMs, span.toMs]} allowDataOverflow />
      <YAxis hide type="number" domain={[lowMs, highMs]} allowDataOverflow />
      {lines}
    </LineChart>
  );
});
