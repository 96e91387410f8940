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
 * Tumbling and hopping windows, aligned to 1970 unless an offset says otherwise, below zero too (floor, not
 * truncation).
 *
 * @example
 * ```ts
 * const perMinute = TimeWindows.ofSizeAndGrace(60_000, 10_000);
 * perMinute.startsOf(61_000); // [60000]
 * ```
 */
export class TimeWindows {
  readonly sizeMs: number;
  /** From the start of one window to the start of the next; the size where windows are tumbling. */
  readonly advanceMs: number;
  /** How long after its end a window still takes rows, in event time. */
  readonly graceMs: number;
  /** How far the windows' starts lie off the multiples of the advance. */
  readonly offsetMs: number;
  /** The start of the first window that records fall in: the last that begins at 1970 or before. */
  readonly firstStartMs: number;

  private constructor(sizeMs: number, advanceMs: number, graceMs: number, offsetMs: number) {
    this.sizeMs = sizeMs;
    this.advanceMs = advanceMs;
    this.graceMs = graceMs;
    this.offsetMs = offsetMs;
    this.firstStartMs = this.#lastStartAt(0);
  }

  /**
   * Tumbling windows that take rows until the watermark is `graceMs` past their end.
   *
   * @throws {StoatFlowError} `configuration` where a size is not an integer above 0 or a grace is below 0.
   */
  static ofSizeAndGrace(sizeMs: number, graceMs: number): TimeWindows {
    check("the window's size", sizeMs, 1);
    check("the grace", graceMs, 0);
    return new TimeWindows(sizeMs, sizeMs, graceMs, 0);
  }

  /** Tumbling windows that close as soon as the watermark reaches their end. Throws as {@link ofSizeAndGrace}. */
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
    return new TimeWindows(this.sizeMs, advanceMs, this.graceMs, this.offsetMs);
  }

  /**
   * Windows whose starts lie `offsetMs` off the multiples of the advance, e.g. days that begin at 22:00 UTC.
   *
   * @throws {StoatFlowError} `configuration` where the offset is not an integer of milliseconds.
   * @example
   * ```ts
   * TimeWindows.ofSizeWithNoGrace(86_400_000).withOffset(-7_200_000).startsOf(0); // [-7200000]
   * ```
   */
  withOffset(offsetMs: number): TimeWindows {
    check("the offset", offsetMs, Number.MIN_SAFE_INTEGER);
    return new TimeWindows(this.sizeMs, this.advanceMs, this.graceMs, offsetMs);
  }

  /** The starts of the windows that hold `timestampMs`, ascending. */
  startsOf(timestampMs: number): number[] {
    const starts: number[] = [];
    const last = this.#lastStartAt(timestampMs);
    for (let start = last; start > timestampMs - this.sizeMs; start -= this.advanceMs) starts.push(start);
    return starts.reverse();
  }

  /** Whether the watermark has closed the window that starts at `startMs`: `end + grace <= watermark`. */
  closed(startMs: number, watermarkMs: number | undefined): boolean {
    return watermarkMs !== undefined && startMs + this.sizeMs + this.graceMs <= watermarkMs;
  }

  #lastStartAt(timestampMs: number): number {
    const { advanceMs, offsetMs } = this;
    return Math.floor((timestampMs - offsetMs) / advanceMs) * advanceMs + offsetMs;
  }
}

function check(what: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new StoatFlowError("configuration", `${what} is ${value} ms`, {
    setting: "TimeWindows",
    remedy: `give an integer of milliseconds${least < 0 ? "" : `, ${least} or more`}`,
  });
}
