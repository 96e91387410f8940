import { StoatFlowError } from "../../errors.ts";

/** A window of time: start inclusive, end exclusive, in milliseconds. */
export interface TimeWindow {
  readonly startMs: number;
  readonly endMs: number;
}

/** A key in a window. */
export interface Windowed<K> {
  readonly key: K;
  readonly window: TimeWindow;
}

/**
 * Tumbling and hopping windows, aligned to 1970, below zero too (floor, not truncation).
 *
 * @example
 * ```ts
 * const perMinute = TimeWindows.ofSizeAndGrace(60_000, 10_000);
 * perMinute.startsOf(61_000); // [60000]
 * ```
 */
export class TimeWindows {
  readonly sizeMs: number;
  readonly advanceMs: number;
  /** How long after its end a window still takes rows, in event time. */
  readonly graceMs: number;

  private constructor(sizeMs: number, advanceMs: number, graceMs: number) {
    this.sizeMs = sizeMs;
    this.advanceMs = advanceMs;
    this.graceMs = graceMs;
  }

  /** @throws {StoatFlowError} `configuration` where a size is not an integer above 0 or a grace is below 0. */
  static ofSizeAndGrace(sizeMs: number, graceMs: number): TimeWindows {
    check("the window's size", sizeMs, 1);
    check("the grace", graceMs, 0);
    return new TimeWindows(sizeMs, sizeMs, graceMs);
  }

  static ofSizeWithNoGrace(sizeMs: number): TimeWindows {
    return TimeWindows.ofSizeAndGrace(sizeMs, 0);
  }

  /** Hopping windows. @throws {StoatFlowError} `configuration` where the advance is not in 1…size. */
  advanceBy(advanceMs: number): TimeWindows {
    check("the advance", advanceMs, 1);
    if (advanceMs > this.sizeMs) {
      throw new StoatFlowError(
        "configuration",
        `the advance of ${advanceMs} ms is beyond the size of ${this.sizeMs} ms`,
        {
          setting: "advanceBy",
          remedy: "give an advance of at most the window's size",
        },
      );
    }
    return new TimeWindows(this.sizeMs, advanceMs, this.graceMs);
  }

  /** The starts of the windows that hold `timestampMs`, ascending. */
  startsOf(timestampMs: number): number[] {
    const last = Math.floor(timestampMs / this.advanceMs) * this.advanceMs;
    const starts: number[] = [];
    for (let start = last; start > timestampMs - this.sizeMs; start -= this.advanceMs) starts.push(start);
    return starts.reverse();
  }

  /** Whether the watermark has closed the window that starts at `startMs`: `end + grace <= watermark`. */
  closed(startMs: number, watermarkMs: number | undefined): boolean {
    return watermarkMs !== undefined && startMs + this.sizeMs + this.graceMs <= watermarkMs;
  }
}

function check(what: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new StoatFlowError("configuration", `${what} is ${value} ms`, {
    setting: "TimeWindows",
    remedy: `give an integer of milliseconds, ${least} or more`,
  });
}
