"use client";

import { useEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { LayerProps } from "./line-layer.tsx";
import { drawOrder, globalStyle, type LineStyle } from "./line-styles.ts";
import { colourOf, useThemeInForce } from "./token-colours.ts";

/**
 * The same lines on a canvas, for more of them than a page has elements to spare.
 */
export function CanvasLayer({ drawn, styles, scale }: LayerProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<{ readonly look: string; readonly chart: UPlot }>(undefined);
  const theme = useThemeInForce();
  const { span, lowMs, highMs, width, height } = scale;
  useEffect(
    () => () => {
      plot.current?.chart.destroy();
      plot.current = undefined;
    },
    [],
  );
  useEffect(() => {
    const element = host.current;
    if (element === null || width === 0) return;
    const order = drawOrder(styles);
    const ordered = order.map((line) => (line === undefined ? globalStyle : (styles[line] ?? globalStyle)));
    const data: UPlot.AlignedData = [
      [...drawn.atMs],
      ...order.map((line) => [...(line === undefined ? drawn.global : (drawn.lines[line] ?? []))]),
    ];
    const look = JSON.stringify([theme, width, height, ordered]);
    if (plot.current?.look !== look) {
      plot.current?.chart.destroy();
      plot.current = { look, chart: new UPlot(optionsOf(element, ordered, width, height), data, element) };
    }
    const { chart } = plot.current;
    chart.batch(() => {
      chart.setData(data, false);
      chart.setScale("x", { min: span.fromMs, max: span.toMs });
      chart.setScale("y", { min: lowMs, max: highMs });
    });
  }, [drawn, styles, span, lowMs, highMs, width, height, theme]);
  return <div ref={host} data-canvas-lines={drawn.lines.length} aria-hidden="true" />;
}

function optionsOf(
  element: HTMLElement,
  ordered: readonly LineStyle[],
  width: number,
  height: number,
): UPlot.Options {
  const colours = new Map(ordered.map(({ colour }) => [colour, colourOf(element, colour)]));
  return {
    width,
    height,
    padding: [0, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: { x: { time: false, auto: false }, y: { auto: false } },
    series: [
      {},
      ...ordered.map(({ colour, width: stroke, dash }) => ({
        stroke: colours.get(colour) ?? "currentColor",
        width: stroke,
        dash: [...dash],
        points: { show: false },
      })),
    ],
  };
}
