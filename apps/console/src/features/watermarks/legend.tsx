import { formatDuration } from "../../lib/format/duration.ts";
import type { Times } from "../../lib/format/times.ts";
import { Glyph } from "../../ui/glyph.tsx";
import type { Beyond } from "./axis-scale.ts";
import type { Silence } from "./chart-frame.ts";
import type { ChartView } from "./chart-view.ts";
import type { Span } from "./chart-window.ts";
import { globalStyle, type LineStyle, type Marked, styleOf } from "./line-styles.ts";
import { unknownMs } from "./summary-sentence.ts";
import { wordsBeyond } from "./words-beyond.ts";

/** The most held partitions that have a word of their own. */
const heldMax = 2;

/** What the strokes of the lines mean, who is beyond the chart, and whose silence the gaps are. */
export function Legend({
  app,
  names,
  marked,
  beyond,
  silences,
  span,
  view,
  times,
}: {
  readonly app: string;
  readonly names: readonly string[];
  readonly marked: Marked;
  readonly beyond: readonly Beyond[];
  readonly silences: readonly Silence[];
  readonly span: Span;
  readonly view: ChartView;
  readonly times: Times;
}) {
  const { heldBackBy, held, idle } = marked;
  const isHolder = (name: string): boolean => name === heldBackBy;
  const heldNames = names.filter((name) => held.has(name) && !isHolder(name));
  const resting = names.filter((name) => idle.has(name) && !isHolder(name) && !held.has(name));
  const others = names.length - heldNames.length - resting.length - (names.some(isHolder) ? 1 : 0);
  const silentMs = unknownMs(
    silences.filter(({ why }) => why === "silent"),
    span,
  );
  const keptFromMs = silences.find(({ why }) => why === "before")?.untilMs;
  const restarts = silences.filter(({ why }) => why === "restart").length;
  return (
    <>
      <Stroke style={globalStyle} word="global watermark" />
      {heldBackBy !== undefined && names.some(isHolder) && (
        <Stroke style={styleOf(heldBackBy, marked)} word={`${heldBackBy} holds it back`} />
      )}
      {heldNames.slice(0, heldMax).map((name) => (
        <Stroke key={name} style={styleOf(name, marked)} word={`${name} held`} />
      ))}
      {heldNames.length > heldMax && <span>{heldNames.length - heldMax} more held</span>}
      {resting.length > 0 && (
        <Stroke style={styleOf(resting[0] ?? "", marked)} word={`${resting.length} idle, not counted`} />
      )}
      {others > 0 && (
        <Stroke
          style={styleOf("", { heldBackBy: undefined, held: new Set(), idle: new Set() })}
          word={`${others}${others < names.length ? " other" : ""} ${others === 1 ? "partition" : "partitions"}`}
        />
      )}
      {view === "plane" && (
        <>
          <Stroke style={{ colour: "var(--n-9)", width: 1, dash: [1, 3], isMarked: false }} word="now" />
          <span className="inline-flex items-center gap-1.5">
            <Glyph name="diamond" className="text-held" />
            preview of a held head
          </span>
        </>
      )}
      {wordsBeyond(beyond).map((words) => (
        <span key={words} data-beyond="" className="inline-flex items-baseline gap-1.5">
          <span aria-hidden="true">{view === "gap" && !words.includes("behind") ? "↓" : "↑"}</span>
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

function Stroke({ style, word }: { readonly style: LineStyle; readonly word: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width="20" height="8" aria-hidden="true">
        <path
          d="M0 4h20"
          stroke={style.colour}
          strokeWidth={style.width}
          {...(style.dash.length === 0 ? {} : { strokeDasharray: style.dash.join(" ") })}
        />
      </svg>
      {word}
    </span>
  );
}
