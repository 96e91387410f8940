/** What a windowed count must give for a history: evaluated one record at a time, with nothing but a map. */
import type { TimeWindows } from "@stoatflow/engine";
import type { LogRecord } from "@stoatflow/engine/testing";
import type { Epoch } from "./history.ts";

export interface Expected {
  /** By `key@window start`, each count as `count at time`, in order. */
  readonly outputs: ReadonlyMap<string, readonly string[]>;
  /** The last count of each key and window. */
  readonly counts: ReadonlyMap<string, number>;
  /** By process: `partition/number window start watermark`. */
  readonly lateDrops: ReadonlyMap<number, readonly string[]>;
  readonly nullKeys: ReadonlyMap<number, number>;
}

/** Late means by the watermark of the last barrier in front of the record, for each window by itself (invariant 13). */
export function evaluate(epochs: readonly Epoch[], windows: TimeWindows): Expected {
  const outputs = new Map<string, string[]>();
  const counts = new Map<string, number>();
  const times = new Map<string, number>();
  const lateDrops = new Map<number, string[]>();
  const nullKeys = new Map<number, number>();
  let watermarkMs: number | undefined;

  const count = (record: LogRecord, process: number): void => {
    if (record.key === null) {
      nullKeys.set(process, (nullKeys.get(process) ?? 0) + 1);
      return;
    }
    for (const startMs of windowStarts(record.timestampMs, windows)) {
      const closesMs = startMs + windows.sizeMs + windows.graceMs;
      if (watermarkMs !== undefined && watermarkMs >= closesMs) {
        listOf(lateDrops, process).push(`${record.value} ${startMs} ${watermarkMs}`);
        continue;
      }
      const place = `${record.key}@${startMs}`;
      const now = (counts.get(place) ?? 0) + 1;
      const timeMs = Math.max(times.get(place) ?? record.timestampMs, record.timestampMs);
      counts.set(place, now);
      times.set(place, timeMs);
      listOf(outputs, place).push(`${now} at ${timeMs}`);
    }
  };

  for (const epoch of epochs) {
    for (const record of epoch.records) count(record, epoch.process);
    watermarkMs = epoch.watermarkMs;
  }
  return { outputs, counts, lateDrops, nullKeys };
}

/** Every multiple of the advance whose window holds the time, found by looking at each. */
function windowStarts(timeMs: number, { sizeMs, advanceMs }: TimeWindows): number[] {
  const starts: number[] = [];
  const first = Math.ceil((timeMs - sizeMs) / advanceMs) - 1;
  for (let n = first; n * advanceMs <= timeMs; n += 1) {
    const start = n * advanceMs;
    if (start <= timeMs && timeMs < start + sizeMs) starts.push(start);
  }
  return starts;
}

function listOf<K>(lists: Map<K, string[]>, key: K): string[] {
  const found = lists.get(key) ?? [];
  lists.set(key, found);
  return found;
}
