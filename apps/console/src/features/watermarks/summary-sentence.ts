import { describeGap, formatDuration } from "../../lib/format/duration.ts";
import { formatQuantity } from "../../lib/format/integer.ts";
import type { Times } from "../../lib/format/times.ts";
import type { ChartFrame, Silence } from "./chart-frame.ts";
import type { DrawnFrame } from "./chart-view.ts";
import type { Span } from "./chart-window.ts";
import { envelope } from "./envelope.ts";

/** What a chart shows, in one sentence: for whoever does not see it, and for whoever has a second. */
export function summarySentence(
  frame: ChartFrame,
  drawn: DrawnFrame,
  idle: ReadonlySet<string>,
  span: Span,
  times: Times,
): string {
  const period = `From ${times.words(span.fromMs, span.toMs)} to ${times.words(span.toMs, span.toMs)}`;
  const unknown = unknownMs(frame.silences, span);
  const but = unknown === 0 ? "" : `; of ${formatDuration(unknown)} nothing is known`;
  const isEmpty = frame.atMs.length > 0 && !frame.atMs.some((each) => isWithin(each, span));
  const said = drawn.view === "skew" ? skewWords(frame, drawn, idle, span) : gapWords(frame, span, times);
  return `${period} ${isEmpty ? "no tick came" : said}${but}.`;
}

/** A chart has a moment beyond each end, for its lines to run to the edges: what is said is of those within. */
function isWithin(atMs: number | undefined, { fromMs, toMs }: Span): boolean {
  return atMs !== undefined && atMs >= fromMs && atMs <= toMs;
}

function gapWords({ atMs, globalGapMs, globalMs }: ChartFrame, span: Span, times: Times): string {
  let most: { readonly gapMs: number; readonly atMs: number } | undefined;
  let last: { readonly gapMs: number; readonly watermarkMs: number | null } | undefined;
  for (const [moment, gapMs] of globalGapMs.entries()) {
    if (gapMs === null || !isWithin(atMs[moment], span)) continue;
    if (most === undefined || gapMs > most.gapMs) most = { gapMs, atMs: atMs[moment] ?? 0 };
    last = { gapMs, watermarkMs: globalMs[moment] ?? null };
  }
  if (most === undefined || last === undefined) return "there was no global watermark";
  const stood =
    last.watermarkMs === null ? "" : `, at event time ${times.words(last.watermarkMs, span.toMs)}`;
  return `the global watermark was ${describeGap(most.gapMs)} at most, at ${times.words(most.atMs, span.toMs)}, and ${describeGap(last.gapMs)} at the end${stood}`;
}

function skewWords({ lines }: ChartFrame, drawn: DrawnFrame, idle: ReadonlySet<string>, span: Span): string {
  const counting = drawn.lines.filter((_, line) => !idle.has(lines[line]?.name ?? ""));
  const { low, high } = envelope(counting, drawn.atMs.length);
  let mostMs: number | undefined;
  let lastMs: number | undefined;
  let end = 0;
  for (const [moment, lowest] of low.entries()) {
    const highest = high[moment] ?? null;
    if (lowest === null || highest === null || !isWithin(drawn.atMs[moment], span)) continue;
    lastMs = highest - lowest;
    end = moment;
    mostMs = Math.max(mostMs ?? 0, lastMs);
  }
  if (mostMs === undefined || lastMs === undefined) return "no partition had a watermark";
  const who = counting.length === 1 ? "the one partition" : formatQuantity(counting.length, "partition");
  const aside = counting.length < lines.length ? ", idle ones aside," : "";
  return `${who}${aside} ${counting.length === 1 ? "was" : "were"} ${formatDuration(mostMs)} apart at most and ${formatDuration(lastMs)} at the end${endsOf(lines, drawn, idle, end)}`;
}

/** Who is furthest ahead of the global watermark at a moment, and who furthest behind it, where anybody is. */
function endsOf(
  lines: ChartFrame["lines"],
  drawn: DrawnFrame,
  idle: ReadonlySet<string>,
  moment: number,
): string {
  let [ahead, behind] = [
    { name: "", skewMs: 0 },
    { name: "", skewMs: 0 },
  ];
  for (const [line, { name }] of lines.entries()) {
    const skewMs = drawn.lines[line]?.[moment] ?? 0;
    if (idle.has(name)) continue;
    if (skewMs > ahead.skewMs) ahead = { name, skewMs };
    if (skewMs < behind.skewMs) behind = { name, skewMs };
  }
  const who = [
    ...(ahead.skewMs > 0 ? [`${ahead.name} ${formatDuration(ahead.skewMs)} ahead of`] : []),
    ...(behind.skewMs < 0 ? [`${behind.name} ${formatDuration(behind.skewMs)} behind`] : []),
  ];
  const [first, second] = who;
  if (first === undefined) return "";
  return `: ${first} the global watermark${second === undefined ? "" : ` and ${second} it`}`;
}

/** How much of a span lies in silences. They do not overlap. */
export function unknownMs(silences: readonly Silence[], { fromMs, toMs }: Span): number {
  return silences.reduce(
    (sum, each) => sum + Math.max(0, Math.min(toMs, each.untilMs) - Math.max(fromMs, each.fromMs)),
    0,
  );
}
