import type { AppSnapshot, RecentTick } from "@stoatflow/api";
import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { formatDuration } from "../../lib/format/duration.ts";
import { groupDigits } from "../../lib/format/integer.ts";
import type { Times } from "../../lib/format/times.ts";
import { partitionName } from "../../live/append-tick.ts";
import { farAheadMs } from "../app/pace.ts";
import { partitionPath } from "../partitions/partition-href.ts";
import { type Finding, othersToo } from "./finding.ts";

/** To the partition where it is one, else to those in that state. */
function hrefOf(
  worst: PartitionWatermark,
  others: readonly unknown[],
  state: "held" | "idle" | "all",
): string {
  if (others.length === 0) return partitionPath(partitionName(worst), null);
  return state === "all" ? "/partitions" : `/partitions?states=${state}`;
}

/** Heads that wait behind older ones, the one stamped furthest ahead first. */
export function heldHeads({ watermarks, atMs }: AppSnapshot): readonly Finding[] {
  const held = watermarks.partitions.filter(({ headHeldSinceMs }) => headHeldSinceMs !== null);
  held.sort((a, b) => (b.headTimestampMs ?? 0) - (a.headTimestampMs ?? 0));
  const [worst, ...others] = held;
  if (worst === undefined) return [];
  const sentence = heldSentence(worst, atMs) + othersToo(others.map(partitionName));
  return [{ kind: "held", href: hrefOf(worst, others, "held"), sentence }];
}

function heldSentence(partition: PartitionWatermark, atMs: number): string {
  const { headTimestampMs, headOffset, previewWatermarkMs } = partition;
  const at = headOffset === null ? "" : ` at offset ${groupDigits(headOffset)}`;
  const stamped =
    headTimestampMs === null
      ? ""
      : `: that record is stamped ${formatDuration(headTimestampMs - atMs)} ${headTimestampMs > atMs ? "ahead of" : "behind"} the app's clock`;
  const waits =
    previewWatermarkMs === null ? "event time waits for it" : "event time goes on without waiting for it";
  return `${partitionName(partition)} is held${at}${stamped}. It goes out once no older record waits elsewhere; ${waits}.`;
}

/**
 * Partitions whose event time is ahead of the app's clock, furthest first: nothing but a stamp can do that. Whether one
 * record did or the clock of who writes is told by the ticks: a clock goes on.
 */
export function aheadOfClock(
  { watermarks, atMs }: AppSnapshot,
  ticks: readonly RecentTick[],
): readonly Finding[] {
  const aheadOf = ({ watermarkMs, boundMs }: PartitionWatermark): number =>
    watermarkMs === null ? 0 : watermarkMs + (boundMs ?? 0) - atMs;
  const ahead = watermarks.partitions.filter((partition) => aheadOf(partition) > farAheadMs);
  ahead.sort((a, b) => aheadOf(b) - aheadOf(a));
  const [worst, ...others] = ahead;
  if (worst === undefined) return [];
  const name = partitionName(worst);
  const words = aheadWords[motionOf(name, ticks)](name, formatDuration(aheadOf(worst)));
  return [
    {
      kind: "ahead",
      href: hrefOf(worst, others, "all"),
      sentence: words + othersToo(others.map(partitionName)),
    },
  ];
}

const aheadWords = {
  goes: (name: string, by: string) =>
    `${name} runs ${by} ahead of the app's clock: the clock of who writes to it is ahead.`,
  stands: (name: string, by: string) =>
    `${name} stands ${by} ahead of the app's clock: a record of it was stamped in the future.`,
  unknown: (name: string, by: string) =>
    `${name} is ${by} ahead of the app's clock: it has records that are stamped in the future.`,
} as const;

/** As long as this a partition has to be watched before it is said to stand or to go. */
const watchedMs = 5000;

/** Whether the watermark of a partition went on in the last ticks, at half the pace of a clock at least. */
function motionOf(name: string, ticks: readonly RecentTick[]): keyof typeof aheadWords {
  const newest = ticks.at(-1);
  const newestMs = newest?.watermarks[name];
  if (newest === undefined || newestMs === undefined || newestMs === null) return "unknown";
  const before = ticks.findLast(
    ({ atMs, bootId }) => bootId === newest.bootId && newest.atMs - atMs >= watchedMs,
  );
  const beforeMs = before?.watermarks[name];
  if (before === undefined || beforeMs === undefined || beforeMs === null) return "unknown";
  const movedMs = newestMs - beforeMs;
  const passedMs = newest.atMs - before.atMs;
  // The jump itself says nothing of what came after it.
  if (movedMs > 2 * passedMs + farAheadMs) return "unknown";
  return movedMs * 2 > passedMs ? "goes" : "stands";
}

/** Partitions that count as idle, the longest first. */
export function idlePartitions({ watermarks, atMs }: AppSnapshot, times: Times): readonly Finding[] {
  const idle = watermarks.partitions.flatMap((partition) =>
    partition.idleSinceMs === null ? [] : [{ partition, sinceMs: partition.idleSinceMs }],
  );
  idle.sort((a, b) => a.sinceMs - b.sinceMs);
  const [longest, ...others] = idle;
  if (longest === undefined) return [];
  const sentence = `${partitionName(longest.partition)} counts as idle since ${times.words(longest.sinceMs, atMs)}: nothing came in it, and event time goes on without it.`;
  const names = others.map(({ partition }) => partitionName(partition));
  return [
    { kind: "idle", href: hrefOf(longest.partition, names, "idle"), sentence: sentence + othersToo(names) },
  ];
}
