import type { ListedApp, RecentTick } from "@stoatflow/api";
import { isBeyond } from "@stoatflow/api/wire";
import { formatAge, formatDuration } from "../../lib/format/duration.ts";
import type { Times } from "../../lib/format/times.ts";
import { unbroken } from "../../lib/format/unbroken.ts";
import { visibleText } from "../../lib/format/visible-text.ts";

/** A watermark that was the same for this long stands. */
const standsAfterMs = 3000;

/** Over how much of the clock its pace is told. */
const paceSpanMs = 10_000;

/** A pace this much off that of the clock is worth a word. */
const paceTolerance = 0.05;

/**
 * What stands under the sentence of a page: whether event time moves, and since when it is behind. Only from ticks that
 * were received; where the history ends before the answer does, it says so. `undefined`: there is nothing to add.
 */
export function motionOf(summary: ListedApp, ticks: readonly RecentTick[], times: Times): string | undefined {
  const { lifecycle, atMs } = summary;
  if (atMs === null) return undefined;
  if (lifecycle?.kind === "paused") {
    return `Since ${times.words(lifecycle.sinceMs, atMs)}. Nothing is dispatched, so event time stands and the lag grows.`;
  }
  const [reason] = summary.pauseReasons;
  if (lifecycle?.kind === "pausing" && reason !== undefined)
    return `Asked for by ${visibleText(reason.actor)}: “${visibleText(reason.reason)}”.`;
  const newest = ticks.at(-1);
  if (lifecycle?.kind !== "running" || newest === undefined || newest.globalWatermarkMs === null)
    return undefined;
  const { pace } = summary;
  const stands = standing(newest, newest.globalWatermarkMs, ticks, times);
  if (pace.kind === "keeps-up") return stands ?? "It moves with the clock.";
  const moves = stands ?? movement(newest, newest.globalWatermarkMs, ticks);
  if (pace.kind !== "behind") return moves;
  return `${moves} ${behindSince(ticks, summary.heldBackBoundMs ?? 0, times)}`;
}

function standing(
  newest: RecentTick,
  watermarkMs: number,
  ticks: readonly RecentTick[],
  times: Times,
): string | undefined {
  const run = ticks.filter(({ bootId }) => bootId === newest.bootId);
  const changed = run.findLastIndex((tick) => tick.globalWatermarkMs !== watermarkMs);
  const stoodMs = newest.atMs - (run[changed + 1] ?? newest).atMs;
  if (stoodMs < standsAfterMs) return undefined;
  const least = changed === -1 ? "at least " : "";
  return `It stands at ${times.words(watermarkMs, newest.atMs)}, for ${least}${unbroken(formatAge(stoodMs))} now.`;
}

function movement(newest: RecentTick, watermarkMs: number, ticks: readonly RecentTick[]): string {
  const run = ticks.filter(({ bootId }) => bootId === newest.bootId);
  const from = run.findLast(({ atMs }) => newest.atMs - atMs >= paceSpanMs);
  if (from === undefined || from.globalWatermarkMs === null) return "It moves.";
  const [movedMs, passedMs] = [watermarkMs - from.globalWatermarkMs, newest.atMs - from.atMs];
  const ratio = movedMs / passedMs;
  if (Math.abs(ratio - 1) <= paceTolerance) return "It moves with the clock.";
  const pace = ratio > 1 ? "faster" : "slower";
  return `It moves ${pace} than the clock: ${formatDuration(movedMs)} in the last ${formatDuration(passedMs)}.`;
}

function behindSince(ticks: readonly RecentTick[], boundMs: number, times: Times): string {
  const newest = ticks.at(-1);
  const well = ticks.findLastIndex(
    ({ watermarkAtMs, globalWatermarkMs }) =>
      globalWatermarkMs !== null && !isBeyond(watermarkAtMs - globalWatermarkMs, boundMs, true),
  );
  const first = ticks[well + 1] ?? newest;
  if (first === undefined || newest === undefined) return "";
  const since = times.words(first.watermarkAtMs, newest.watermarkAtMs);
  return well === -1 ? `Behind since before ${since}.` : `Behind since ${since}.`;
}
