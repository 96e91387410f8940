/**
 * What every chart of watermarks is drawn from, whichever view and whatever draws it: columns by moment, made of ticks
 * or of history.
 */
import type { HistoryGap, RecentTick, RecentTicks, WatermarkHistory } from "@stoatflow/api";
import { partitionName } from "../../live/append-tick.ts";

/** By moment; `null`: there was none, and no line is drawn through it. */
export type Column = readonly (number | null)[];

export interface FrameLine {
  /** E.g. `orders-3`. */
  readonly name: string;
  /** The event time that it had reached. */
  readonly watermarksMs: Column;
}

/** A time of which nothing is known: nothing is drawn in it, and it is said why. */
export interface Silence {
  readonly fromMs: number;
  readonly untilMs: number;
  /**
   * `silent`: the app told nothing, or the console was not there to hear it. `before`: it is older than all that is kept
   * of the app.
   */
  readonly why: "silent" | "restart" | "before";
}

export interface ChartFrame {
  /** Wall time by the app's clock; never falls, save where the app's clock was set, which is a break. */
  readonly atMs: readonly number[];
  readonly globalMs: Column;
  /** By the clock of the instance whose watermark that is. */
  readonly globalGapMs: Column;
  readonly lines: readonly FrameLine[];
  /** Partitions that have no line here. */
  readonly omitted: number;
  readonly silences: readonly Silence[];
  /** How much time a value of history stands for; 0: all are of one tick each. */
  readonly stepMs: number;
  /** From here on each value is of one tick; `undefined`: none is, or all are. */
  readonly ticksFromMs?: number;
}

export const emptyFrame: ChartFrame = {
  atMs: [],
  globalMs: [],
  globalGapMs: [],
  lines: [],
  omitted: 0,
  silences: [],
  stepMs: 0,
};

interface Row {
  readonly atMs: number;
  readonly globalMs: number | null;
  readonly globalGapMs: number | null;
  readonly watermarksMs: Column;
}

/**
 * The last ticks, each as it came.
 *
 * @param staleAfterMs of the app: a longer step between two ticks is a gap in the data, and so in the lines.
 * @param chosen the partitions that have a line; all that are there where it is left out.
 */
export function frameOfTicks(
  recent: RecentTicks,
  staleAfterMs: number,
  chosen?: readonly string[],
): ChartFrame {
  const there = Object.keys(recent.ticks.at(-1)?.watermarks ?? {});
  const names = chosen === undefined ? there : chosen;
  const rows: Row[] = [];
  const silences: Silence[] = [];
  let before: RecentTick | undefined;
  for (const tick of recent.ticks) {
    if (before !== undefined && !followsOn(before, tick, staleAfterMs)) {
      rows.push(breakBetween(before.atMs, tick.atMs, names.length));
      if (tick.atMs > before.atMs) {
        const why = tick.bootId === before.bootId ? "silent" : "restart";
        silences.push({ fromMs: before.atMs, untilMs: tick.atMs, why });
      }
    }
    const { atMs, globalWatermarkMs: globalMs, watermarkAtMs } = tick;
    rows.push({
      atMs,
      globalMs,
      globalGapMs: globalMs === null ? null : watermarkAtMs - globalMs,
      watermarksMs: names.map((name) => tick.watermarks[name] ?? null),
    });
    before = tick;
  }
  const omitted = there.length + recent.omittedPartitions - names.length;
  return { ...columns(rows, names), omitted: Math.max(0, omitted), silences, stepMs: 0 };
}

/** Whether a line may be drawn between two ticks: of one run, one soon after the other, by a clock that went on. */
function followsOn(before: RecentTick, tick: RecentTick, mostMs: number): boolean {
  const stepMs = tick.atMs - before.atMs;
  return tick.bootId === before.bootId && stepMs > 0 && stepMs <= mostMs;
}

/**
 * History, of whose steps lowest, highest and last value are all drawn, so that no stall and no jump within one is lost.
 * Where in a step the extremes were is not known: they are drawn at its first tick and in its middle, with a straight line
 * where there is but one beside the last value.
 */
export function frameOfHistory(history: WatermarkHistory): ChartFrame {
  const { steps, gaps, globalWatermarkMs, gapMs, partitions, stepMs } = history;
  const names = partitions.map(partitionName);
  const rows: Row[] = [];
  let nextGap = 0;
  for (const [place, { firstMs, lastMs }] of steps.entries()) {
    for (let gap = gaps[nextGap]; gap !== undefined && gap.fromMs < firstMs; gap = gaps[nextGap]) {
      if (rows.length > 0) rows.push(breakBetween(gap.fromMs, Math.min(gap.untilMs, firstMs), names.length));
      nextGap += 1;
    }
    const global = threeOf(globalWatermarkMs, place);
    const gap = threeOf(gapMs, place);
    const lines = partitions.map(({ watermarkMs }) => threeOf(watermarkMs, place));
    const moments = firstMs === lastMs ? [2] : [0, 1, 2];
    for (const moment of moments) {
      rows.push({
        atMs: [firstMs, Math.round((firstMs + lastMs) / 2), lastMs][moment] ?? lastMs,
        globalMs: global[moment] ?? null,
        globalGapMs: gap[moment] ?? null,
        watermarksMs: lines.map((line) => line[moment] ?? null),
      });
    }
  }
  const silences = keptSilences(gaps, steps[0]?.firstMs);
  return { ...columns(rows, names), omitted: history.omittedPartitions, silences, stepMs };
}

/** @param firstMs the first tick that is kept; `undefined`: none is. */
export function keptSilences(
  gaps: readonly HistoryGap[],
  firstMs = Number.POSITIVE_INFINITY,
): readonly Silence[] {
  return gaps.map(({ fromMs, untilMs, isRestart }) => ({
    fromMs,
    untilMs,
    why: isRestart ? "restart" : untilMs <= firstMs ? "before" : "silent",
  }));
}

/**
 * The extreme that is further from the last value comes first, the other one after it. Where that one is the last value,
 * it is drawn once, at its time: event time that grows with the clock would be ahead of itself in the middle.
 */
function threeOf(
  range: { readonly min: Column; readonly max: Column; readonly last: Column },
  place: number,
): Column {
  const [min, max, last] = [range.min[place] ?? null, range.max[place] ?? null, range.last[place] ?? null];
  if (min === null || max === null || last === null) return [min, max, last];
  const [first, other] = last - min >= max - last ? [min, max] : [max, min];
  return [first, other === last ? Math.round((first + last) / 2) : other, last];
}

/**
 * History up to the oldest tick at hand, and from there the ticks, which are finer and of more partitions: a line that
 * history was not asked for begins there. What history takes for a gap ends there too.
 */
export function continued(past: ChartFrame, live: ChartFrame): ChartFrame {
  const seamMs = live.atMs[0];
  if (seamMs === undefined) return past;
  const firstAfter = past.atMs.findIndex((atMs) => atMs >= seamMs);
  const end = firstAfter < 0 ? past.atMs.length : firstAfter;
  const endMs = past.atMs[end - 1];
  const silences = past.silences
    .filter(({ fromMs }) => fromMs < seamMs)
    .map((silence) => ({ ...silence, untilMs: Math.min(silence.untilMs, seamMs) }));
  const isUnknown = silences.some(({ untilMs }) => endMs !== undefined && untilMs > endMs);
  const seam = isUnknown ? [null] : [];
  const joined = (before: Column, after: Column | undefined): Column => [
    ...before.slice(0, end),
    ...seam,
    ...(after ?? live.atMs.map(() => null)),
  ];
  const names = [...new Set([...past.lines, ...live.lines].map(({ name }) => name))];
  const atSeam = isUnknown ? [Math.round(((endMs ?? seamMs) + seamMs) / 2)] : [];
  return {
    ...past,
    atMs: [...past.atMs.slice(0, end), ...atSeam, ...live.atMs],
    globalMs: joined(past.globalMs, live.globalMs),
    globalGapMs: joined(past.globalGapMs, live.globalGapMs),
    lines: names.map((name) => {
      const before = past.lines.find((line) => line.name === name)?.watermarksMs;
      const after = live.lines.find((line) => line.name === name)?.watermarksMs;
      return { name, watermarksMs: joined(before ?? past.atMs.map(() => null), after) };
    }),
    omitted: Math.max(0, Math.max(countOf(past), countOf(live)) - names.length),
    silences: [...silences, ...live.silences],
    ticksFromMs: seamMs,
  };
}

function countOf({ lines, omitted }: ChartFrame): number {
  return lines.length + omitted;
}

/** What of a frame lies within a span, with one moment beyond each end, so that lines run to the edges. */
export function within(frame: ChartFrame, fromMs: number, toMs: number): ChartFrame {
  const { atMs } = frame;
  let first = 0;
  while (first + 1 < atMs.length && (atMs[first + 1] ?? fromMs) <= fromMs) first += 1;
  let end = atMs.length;
  while (end - 1 > first && (atMs[end - 2] ?? toMs) >= toMs) end -= 1;
  if (first === 0 && end === atMs.length) return frame;
  const part = (column: Column): Column => column.slice(first, end);
  return {
    ...frame,
    atMs: atMs.slice(first, end),
    globalMs: part(frame.globalMs),
    globalGapMs: part(frame.globalGapMs),
    lines: frame.lines.map((line) => ({ ...line, watermarksMs: part(line.watermarksMs) })),
  };
}

function breakBetween(fromMs: number, untilMs: number, lines: number): Row {
  const watermarksMs = Array.from({ length: lines }, () => null);
  return { atMs: Math.round((fromMs + untilMs) / 2), globalMs: null, globalGapMs: null, watermarksMs };
}

function columns(
  rows: readonly Row[],
  names: readonly string[],
): Pick<ChartFrame, "atMs" | "globalMs" | "globalGapMs" | "lines"> {
  return {
    atMs: rows.map(({ atMs }) => atMs),
    globalMs: rows.map(({ globalMs }) => globalMs),
    globalGapMs: rows.map(({ globalGapMs }) => globalGapMs),
    lines: names.map((name, line) => ({
      name,
      watermarksMs: rows.map(({ watermarksMs }) => watermarksMs[line] ?? null),
    })),
  };
}
