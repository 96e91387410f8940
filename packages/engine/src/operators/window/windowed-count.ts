import type { CountEntry } from "../../state/changelog.ts";
import type { WindowStore } from "../../state/window-store.ts";
import { lateDropOf } from "../late-drop.ts";
import type { LaneContext, Operator, WatermarkListener } from "../operator.ts";
import type { Row } from "../row.ts";
import type { TimeWindows, Windowed } from "./time-windows.ts";

export interface WindowedCountOptions {
  /** The operator's name in late drops. */
  readonly name: string;
  readonly windows: TimeWindows;
  readonly store: WindowStore<CountEntry>;
  readonly context: LaneContext;
  /** Bytes of key, value and headers that a late drop's evidence keeps. */
  readonly payloadBytesKept: number;
  readonly next: Operator;
}

/**
 * Counts rows by key and window and gives every update: the count so far, stamped with the largest event time of the
 * rows counted.
 *
 * Lateness is judged for each window by the watermark of the last barrier (invariant 13): a row of a hopping window
 * may be dropped for one and counted in another. Hopping windows that began before the first are left out, as in
 * Kafka Streams: no record of theirs can lie in front of 1970. A row without a key is dropped and counted. Closed
 * windows leave the store at a barrier, once no restart can count in them again.
 */
export class WindowedCountOperator implements Operator, WatermarkListener {
  readonly #options: WindowedCountOptions;

  constructor(options: WindowedCountOptions) {
    this.#options = options;
  }

  process(row: Row): void {
    const { windows, context, store, next } = this.#options;
    if (row.key === null || row.key === undefined || row.keyBytes === null || row.keyBytes === undefined) {
      context.effects.dropped("nullKey");
      return;
    }
    const key = row.keyBytes.toString("latin1");
    const watermarkMs = context.watermarkMs();
    for (const startMs of windows.startsOf(row.timestampMs)) {
      if (startMs < windows.firstStartMs) continue;
      const window = { startMs, endMs: startMs + windows.sizeMs };
      if (watermarkMs !== undefined && windows.closed(startMs, watermarkMs)) {
        this.#late(row, window, watermarkMs);
        continue;
      }
      const before = store.get(startMs, key);
      const entry: CountEntry = {
        count: (before?.count ?? 0) + 1,
        timestampMs: before === undefined ? row.timestampMs : Math.max(before.timestampMs, row.timestampMs),
      };
      store.put(startMs, key, entry);
      const windowed: Windowed<unknown> = { key: row.key, window };
      next.process({
        key: windowed,
        value: entry.count,
        timestampMs: entry.timestampMs,
        headers: row.headers,
        origin: row.origin,
        keyBytes: undefined,
      });
    }
  }

  onWatermark(): void {
    const { windows, store, context } = this.#options;
    const watermarkMs = context.expiryWatermarkMs();
    store.expire((startMs) => windows.closed(startMs, watermarkMs));
  }

  #late(row: Row, window: { startMs: number; endMs: number }, watermarkMs: number): void {
    const { context, name, windows, payloadBytesKept } = this.#options;
    const facts = {
      origin: row.origin,
      timestampMs: row.timestampMs,
      watermarkMs,
      operator: name,
      window,
      graceMs: windows.graceMs,
      nowMs: context.nowMs(),
    };
    context.effects.lateDrop(lateDropOf(facts, payloadBytesKept));
    context.effects.dropped("late");
  }
}
