import { assert } from "../../assert.ts";
import { noHeaders } from "../../record/headers.ts";
import type { Serde } from "../../record/serde.ts";
import type { CountEntry } from "../../state/changelog.ts";
import type { WindowStore } from "../../state/window-store.ts";
import { lateDropOf, movedOf } from "../late-drop.ts";
import type { LateOutput } from "../late-output.ts";
import type { LaneContext, Operator, WatermarkListener } from "../operator.ts";
import type { Row } from "../row.ts";
import type { TimeWindow, TimeWindows, Windowed } from "./time-windows.ts";

/** Where the last count of each window goes once it has closed. */
export interface FinalResults {
  readonly next: Operator;
  /** Gives the key of a restored entry back. */
  readonly key: Serde<unknown>;
}

export interface WindowedCountOptions {
  /** The operator's name in late drops. */
  readonly name: string;
  readonly windows: TimeWindows;
  readonly store: WindowStore<CountEntry>;
  readonly context: LaneContext;
  /** Bytes of key, value and headers that a late drop's evidence keeps. */
  readonly payloadBytesKept: number;
  /** Takes late drops as records; `undefined` where they are counted and shown alone. */
  readonly lateOutput: LateOutput | undefined;
  /** Takes every update. */
  readonly next: Operator;
  /** `undefined` where nothing waits for windows to close. */
  readonly finals: FinalResults | undefined;
}

/**
 * Counts rows by key and window and gives every update, stamped with the largest event time of the rows counted, and
 * the final count of each window once the watermark has closed it (Kafka Streams' `suppress` until the window closes).
 *
 * Lateness is judged for each window by the watermark of the last barrier (invariant 13): a row of a hopping window
 * may be dropped for one and counted in another. Hopping windows that began before the first are left out, as in
 * Kafka Streams: no record of theirs can lie in front of 1970. A row without a key is dropped and counted. Closed
 * windows leave the store at a barrier, once no restart can count in them again; until then their entries are the
 * buffer of what is suppressed, and are rolled back and restored with the rest.
 */
export class WindowedCountOperator implements Operator, WatermarkListener {
  readonly #options: WindowedCountOptions;

  constructor(options: WindowedCountOptions) {
    this.#options = options;
  }

  process(row: Row): void {
    const { windows, context } = this.#options;
    if (row.key === null || row.key === undefined || row.keyBytes === null || row.keyBytes === undefined) {
      context.effects.dropped("nullKey");
      return;
    }
    const key = row.keyBytes.toString("latin1");
    const watermarkMs = context.watermarkMs();
    const starts = windows.startsOf(row.timestampMs);
    let late = false;
    for (const startMs of starts) {
      if (startMs < windows.firstStartMs) continue;
      if (windows.closed(startMs, watermarkMs)) late = true;
      else this.#count(row, key, { startMs, endMs: startMs + windows.sizeMs });
    }
    if (late && watermarkMs !== undefined) this.#late(row, starts, watermarkMs);
  }

  onWatermark(watermarkMs: number, beforeMs: number | undefined): void {
    const { windows, store, context, finals } = this.#options;
    if (finals !== undefined) this.#release(finals, watermarkMs, beforeMs);
    const expiryMs = context.expiryWatermarkMs();
    store.expire((startMs) => windows.closed(startMs, expiryMs));
  }

  #count(row: Row, key: string, window: TimeWindow): void {
    const { store, next } = this.#options;
    const before = store.get(window.startMs, key);
    const entry: CountEntry = {
      count: (before?.count ?? 0) + 1,
      timestampMs: before === undefined ? row.timestampMs : Math.max(before.timestampMs, row.timestampMs),
    };
    store.put(window.startMs, key, entry);
    const windowed: Windowed<unknown> = { key: row.key, window };
    next.process({
      key: windowed,
      value: entry.count,
      timestampMs: entry.timestampMs,
      headers: row.headers,
      origin: row.origin,
      order: row.order,
      keyBytes: undefined,
    });
  }

  /** What the watermark before had closed was released then: a window counts nothing more once it has closed. */
  #release({ next, key: serde }: FinalResults, watermarkMs: number, beforeMs: number | undefined): void {
    const { windows, store, context } = this.#options;
    for (const startMs of store.windowStarts()) {
      if (!windows.closed(startMs, watermarkMs) || windows.closed(startMs, beforeMs)) continue;
      const window = { startMs, endMs: startMs + windows.sizeMs };
      for (const [key, { count, timestampMs }] of store.entriesOf(startMs)) {
        const windowed: Windowed<unknown> = { key: serde.deserialize(Buffer.from(key, "latin1")), window };
        context.release(next, {
          key: windowed,
          value: count,
          timestampMs,
          headers: noHeaders,
          origin: undefined,
          order: { closedMs: window.endMs, key },
          keyBytes: undefined,
        });
      }
    }
  }

  #late(row: Row, starts: readonly number[], watermarkMs: number): void {
    const { context, name, windows, payloadBytesKept, lateOutput } = this.#options;
    const { origin } = row;
    assert(origin !== undefined, "a row that is counted in windows comes from a record");
    const taken = starts
      .filter((startMs) => startMs >= windows.firstStartMs)
      .map((startMs) => ({ startMs, endMs: startMs + windows.sizeMs }));
    const keptWindows = taken.filter(({ startMs }) => !windows.closed(startMs, watermarkMs));
    for (const window of taken) {
      if (!windows.closed(window.startMs, watermarkMs)) continue;
      const facts = {
        origin,
        timestampMs: row.timestampMs,
        watermarkMs,
        operator: name,
        window,
        graceMs: windows.graceMs,
        nowMs: context.nowMs(),
        keptWindows,
        moved: movedOf(context.movedBy(window.endMs + windows.graceMs)),
      };
      context.effects.lateDrop(lateDropOf(facts, payloadBytesKept), row.order);
      context.effects.dropped("late");
      lateOutput?.write(facts, row.order);
    }
  }
}
