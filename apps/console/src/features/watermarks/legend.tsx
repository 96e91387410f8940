import { formatDuration } from "../../lib/format/duration.ts";
import type { Times } from "../../lib/format/times.ts";
import { Glyph } from "../../ui/glyph.tsx";
import type { Beyond } from "./axis-scale.ts";
import type { ChartFrame } from "./chart-frame.ts";
import type { DrawnFrame } from "./chart-view.ts";
import { type LegendEntry, legendEntries } from "./legend-entries.ts";
import type { Marked } from "./line-styles.ts";
import type { PlaneMark } from "./plane-marks.ts";
import { Badge } from "./plot-marks.tsx";
import type { PlotScale } from "./plot-scale.ts";
import { unknownMs } from "./summary-sentence.ts";
import { wordsBeyond } from "./words-beyond.ts";

/** What the strokes and marks of the plot mean, who is beyond the chart, and whose silence the gaps are. */
export function Legend({
  app,
  frame,
  drawn,
  scale,
  marked,
  marks,
  beyond,
  times,
}: {
  readonly app: string;
  readonly frame: ChartFrame;
  readonly drawn: DrawnFrame;
  readonly scale: PlotScale;
  readonly marked: Marked;
  readonly marks: readonly PlaneMark[];
  readonly beyond: readonly Beyond[];
  readonly times: Times;
}) {
  const { silences } = frame;
  const { span } = scale;
  const silentMs = unknownMs(
    silences.filter(({ why }) => why === "silent"),
    span,
  );
  const keptFromMs = silences.find(({ why }) => why === "before")?.untilMs;
  const restarts = silences.filter(({ why }) => why === "restart").length;
  return (
    <>
      {legendEntries(frame, drawn, scale, marked, marks).map((entry) => (
        <span key={entry.word} data-legend={entry.kind} className="inline-flex items-center gap-1.5">
          <Swatch entry={entry} />
          {entry.word}
        </span>
      ))}
      {wordsBeyond(beyond).map(({ isAbove, words }) => (
        <span key={words} data-beyond="" className="inline-flex items-baseline gap-1.5">
          {isAbove !== undefined && <span aria-hidden="true">{isAbove ? "↑" : "↓"}</span>}
          {words}
        </span>
      ))}
      {keptFromMs !== undefined && keptFromMs > span.fromMs && (
        <Band word={`nothing is kept of before ${times.words(keptFromMs, span.toMs)}`} />
      )}
      {silentMs > 0 && <Band word={`nothing was heard of ${app} for ${formatDuration(silentMs)}`} />}
      {restarts > 0 && (
        <Band word={restarts === 1 ? "it started anew" : `it started anew ${restarts} times`} />
      )}
    </>
  );
}

function Band({ word }: { readonly word: string }) {
  return (
    <span data-silence-word="" className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="h-3 w-4 border border-border border-dashed bg-hover" />
      {word}
    </span>
  );
}

const barStyle = { colour: "var(--held)", width: 5, dash: [] } as const;
/** Long enough for the strokes and gaps of a dash to be told from those of another. */
const strokePixels = 28;

function Swatch({ entry }: { readonly entry: LegendEntry }) {
  if (entry.kind === "preview") return <Glyph name="diamond" className="text-held" />;
  if (entry.kind === "badge")
    return (
      <svg width="18" height="18" aria-hidden="true">
        <Badge kind={entry.of} x={9} y={9} />
      </svg>
    );
  const { colour, width, dash } = entry.kind === "stroke" ? entry.style : barStyle;
  return (
    <svg width={strokePixels} height="8" aria-hidden="true">
      <path
        d={`M0 4h${strokePixels}`}
        stroke={colour}
        strokeWidth={width}
        opacity={entry.kind === "bar" ? 0.55 : 1}
        {...(dash.length === 0 ? {} : { strokeDasharray: dash.join(" ") })}
      />
    </svg>
  );
}
