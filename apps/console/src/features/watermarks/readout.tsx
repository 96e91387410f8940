import { formatDuration, formatGap, formatLength } from "../../lib/format/duration.ts";
import { formatIso } from "../../lib/format/time.ts";
import { agoOf, type Times } from "../../lib/format/times.ts";
import type { Annotation } from "./annotations.ts";
import type { ChartFrame } from "./chart-frame.ts";
import type { ChartView } from "./chart-view.ts";
import { distanceWord } from "./value-words.ts";

/** How many partitions a readout has room for. */
const rowsMax = 8;
const happeningsMax = 3;

export interface ReadoutRow {
  readonly name: string;
  readonly watermarkMs: number | null;
}

/** The partitions at a moment, the furthest behind first, those without a watermark last. */
export function rowsAt({ lines }: ChartFrame, moment: number): readonly ReadoutRow[] {
  return lines
    .map(({ name, watermarksMs }) => ({ name, watermarkMs: watermarksMs[moment] ?? null }))
    .sort(
      (a, b) =>
        (a.watermarkMs ?? Number.POSITIVE_INFINITY) - (b.watermarkMs ?? Number.POSITIVE_INFINITY) || 0,
    );
}

/** The same for whoever can't see it, in one line. */
export function spokenReadout(frame: ChartFrame, view: ChartView, moment: number, times: Times): string {
  const atMs = frame.atMs[moment] ?? 0;
  if (view === "skew") return `${times.words(atMs, atMs)}: ${spokenSkew(frame, moment)}`;
  const gapMs = frame.globalGapMs[moment] ?? null;
  const [worst] = rowsAt(frame, moment);
  const who =
    worst === undefined || worst.watermarkMs === null
      ? ""
      : `; furthest behind is ${worst.name}, by ${formatGap(atMs - worst.watermarkMs)}`;
  const global = gapMs === null ? "no global watermark" : `global watermark ${formatGap(gapMs)} behind`;
  return `${times.words(atMs, atMs)}: ${global}${who}`;
}

function spokenSkew(frame: ChartFrame, moment: number): string {
  const globalMs = frame.globalMs[moment] ?? null;
  if (globalMs === null) return "no global watermark";
  const skews = rowsAt(frame, moment).flatMap(({ name, watermarkMs }) =>
    watermarkMs === null ? [] : [{ name, skewMs: watermarkMs - globalMs }],
  );
  const [behind, ahead] = [skews.at(0), skews.at(-1)];
  return [
    ahead !== undefined && ahead.skewMs > 0
      ? `${ahead.name} is furthest ahead of the global watermark, by ${formatDuration(ahead.skewMs)}`
      : "none is ahead of the global watermark",
    behind !== undefined && behind.skewMs < 0
      ? `${behind.name} is furthest behind it, by ${formatDuration(behind.skewMs)}`
      : "none is behind it",
  ].join("; ");
}

/** What was true at one moment of the chart: relative, ISO and raw; worst first. */
export function Readout({
  frame,
  view,
  moment,
  nowMs,
  heldBackBy,
  pointed,
  happenings,
}: {
  readonly frame: ChartFrame;
  readonly view: ChartView;
  readonly moment: number;
  readonly nowMs: number;
  readonly heldBackBy: string | undefined;
  /** The line that is pointed at. */
  readonly pointed: string | undefined;
  readonly happenings: readonly Annotation[];
}) {
  const atMs = frame.atMs[moment] ?? 0;
  const globalMs = frame.globalMs[moment] ?? null;
  const gapMs = frame.globalGapMs[moment] ?? null;
  const distanceOf = (watermarkMs: number | null, gapMs: number | null): string => {
    if (view !== "skew") return gapMs === null ? "" : formatGap(gapMs);
    return watermarkMs === null || globalMs === null ? "" : distanceWord(view, watermarkMs - globalMs);
  };
  const rows = rowsAt(frame, moment);
  const shown = rows.slice(0, rowsMax);
  const own = rows.find(({ name }) => name === pointed);
  const all = own === undefined || shown.includes(own) ? shown : [...shown.slice(0, -1), own];
  return (
    <div className="rounded-6 border border-border bg-bg px-3 py-2 text-12 shadow-(--float)">
      <p className="whitespace-nowrap pb-1 text-quiet">
        {formatIso(atMs)} · {atMs} ms · {agoOf(Math.max(0, nowMs - atMs))}
      </p>
      {globalMs === null && rows.every(({ watermarkMs }) => watermarkMs === null) ? (
        <p className="text-soft">Nothing is known of this moment.</p>
      ) : (
        <table className="font-mono">
          <tbody>
            <Row
              name="global"
              watermarkMs={globalMs}
              distance={distanceOf(globalMs, gapMs)}
              className="font-semibold"
            />
            {all.map(({ name, watermarkMs }) => (
              <Row
                key={name}
                name={name}
                watermarkMs={watermarkMs}
                distance={distanceOf(watermarkMs, watermarkMs === null ? null : atMs - watermarkMs)}
                className={`${name === heldBackBy ? "text-waiting" : "text-soft"} ${name === pointed ? "underline" : ""}`}
              />
            ))}
          </tbody>
        </table>
      )}
      {rows.length > all.length && (
        <p className="pt-1 text-quiet">{rows.length - all.length} more, not further behind</p>
      )}
      {happenings.slice(0, happeningsMax).map(({ kind, fromMs, label }) => (
        <p key={`${kind} ${fromMs} ${label}`} className="pt-1 text-soft">
          {label}
        </p>
      ))}
      {frame.stepMs > 1000 && atMs < (frame.ticksFromMs ?? Number.POSITIVE_INFINITY) && (
        <p className="pt-1 text-quiet">a value stands for {formatLength(frame.stepMs)}</p>
      )}
    </div>
  );
}

function Row({
  name,
  watermarkMs,
  distance,
  className,
}: ReadoutRow & { readonly distance: string; readonly className: string }) {
  return (
    <tr className={className}>
      <th scope="row" className="max-w-40 truncate pr-3 text-left font-normal">
        {name}
      </th>
      {watermarkMs === null ? (
        <td colSpan={3}>no watermark</td>
      ) : (
        <>
          <td className="whitespace-nowrap pr-3 text-right">{distance}</td>
          <td className="pr-3 text-quiet max-sm:hidden">{formatIso(watermarkMs)}</td>
          <td className="whitespace-nowrap text-quiet">{watermarkMs} ms</td>
        </>
      )}
    </tr>
  );
}
