import type { HoldEntry } from "@stoatflow/api";
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { partitionName } from "../../live/append-tick.ts";
import { isOfEarlierRun } from "../app/earlier-run.ts";

/** How a hold stands: it lasts at the tick that tells of it, or it has ended by something. */
export type HoldEnd = { readonly kind: "lasts" } | { readonly kind: "ended"; readonly by: HoldEndCause };
export type HoldEndCause = HoldEntry["endedBy"];

/** One hold, by the app's clock alone: the browser's takes no part in a duration. */
export interface ShownHold {
  /** The same while it lasts and after it has ended, so that its row stays one row. */
  readonly key: string;
  readonly partition: string;
  readonly headOffset: string;
  readonly headTimestampMs: number;
  readonly previewWatermarkMs: number | null;
  readonly fromMs: number;
  /** Its end, or the tick where it lasts. */
  readonly toMs: number;
  readonly durationMs: number;
  readonly end: HoldEnd;
  /** It is of a run of the app before the one that is shown. */
  readonly isOfEarlierRun: boolean;
}

/**
 * The holds of a page: those that last at `tick`, from the longest on, then those that have ended, the latest beginning
 * first, as that is the time a row shows. One that lasts has been held from its beginning to the tick, both by the app's
 * clock.
 *
 * @param runs the runs of the app that go on, one of each instance.
 */
export function shownHolds(
  ended: readonly HoldEntry[],
  tick: Pick<FeedSnapshot, "bootId" | "atMs" | "watermarks">,
  runs: ReadonlySet<string> = new Set([tick.bootId]),
): readonly ShownHold[] {
  const past = ended.map((entry) => pastHold(entry, runs)).sort((a, b) => b.fromMs - a.fromMs);
  const known = new Set(past.map(({ key }) => key));
  return [...lastingHolds(tick).filter(({ key }) => !known.has(key)), ...past];
}

/** Those that last at a tick, the longest first. */
export function lastingHolds({
  atMs,
  watermarks,
}: Pick<FeedSnapshot, "atMs" | "watermarks">): readonly ShownHold[] {
  const lasting: ShownHold[] = [];
  for (const row of watermarks.partitions) {
    const { headHeldSinceMs: fromMs, headOffset, headTimestampMs, previewWatermarkMs } = row;
    if (fromMs === null || headOffset === null || headTimestampMs === null) continue;
    const partition = partitionName(row);
    lasting.push({
      key: keyOf(partition, headOffset, fromMs),
      partition,
      headOffset,
      headTimestampMs,
      previewWatermarkMs,
      fromMs,
      toMs: atMs,
      durationMs: Math.max(0, atMs - fromMs),
      end: { kind: "lasts" },
      isOfEarlierRun: false,
    });
  }
  return lasting.sort((a, b) => a.fromMs - b.fromMs);
}

function pastHold(entry: HoldEntry, runs: ReadonlySet<string>): ShownHold {
  const { headOffset, headTimestampMs, previewWatermarkMs, fromMs, untilMs, heldMs, endedBy } = entry;
  const partition = partitionName(entry);
  const isEarlier = isOfEarlierRun(entry, runs);
  const key = keyOf(partition, headOffset, fromMs);
  return {
    key: isEarlier ? `${entry.bootId} ${key}` : key,
    partition,
    headOffset,
    headTimestampMs,
    previewWatermarkMs,
    fromMs,
    toMs: untilMs,
    durationMs: heldMs,
    end: { kind: "ended", by: endedBy },
    isOfEarlierRun: isEarlier,
  };
}

function keyOf(partition: string, headOffset: string, fromMs: number): string {
  return `${partition} ${headOffset} ${fromMs}`;
}
