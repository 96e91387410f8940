/**
 * What one subscription is sent for each view: the first whole, each other as its difference from the one before. What
 * a difference is of two ticks is made once, for all subscriptions that have come as far.
 */
import type {
  AppSnapshot,
  AppView,
  PartitionChanges,
  TickWithoutPartitions,
  WatchEvent,
} from "../wire/index.ts";
import { changesBetween } from "../wire/partition-changes.ts";

interface Difference {
  /** Weak, since each tick is the earlier one of the next: all ticks ever told would be kept. */
  readonly from: WeakRef<AppSnapshot>;
  /** `undefined`: other partitions. */
  readonly partitions: PartitionChanges | undefined;
  readonly rest: TickWithoutPartitions;
}

/** By the later tick, the newest difference that was asked for. */
const differences = new WeakMap<AppSnapshot, Difference>();

/** @param sent the view that the subscription was sent last, with the events applied. */
export function watchEventOf(sent: AppView | undefined, view: AppView): WatchEvent {
  const from = sent?.snapshot;
  const { summary, snapshot, receivedAtMs, serverNowMs } = view;
  if (sent === undefined || from === undefined) return { kind: "snapshot", view };
  if (from === snapshot) return { kind: "delta", summary, tick: null, serverNowMs };
  if (from === null || snapshot === null || receivedAtMs === null) return { kind: "snapshot", view };
  const { partitions, rest } = differenceOf(from, snapshot);
  if (partitions === undefined) return { kind: "snapshot", view };
  return { kind: "delta", summary, tick: { rest, partitions, receivedAtMs }, serverNowMs };
}

function differenceOf(from: AppSnapshot, to: AppSnapshot): Difference {
  const known = differences.get(to);
  if (known?.from.deref() === from) return known;
  const { partitions, ...watermarks } = to.watermarks;
  const difference = {
    from: new WeakRef(from),
    partitions: changesBetween(from.watermarks.partitions, partitions),
    rest: known?.rest ?? { ...to, watermarks },
  };
  differences.set(to, difference);
  return difference;
}
