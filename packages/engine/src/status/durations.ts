import type { Histogram } from "../wire/index.ts";

/** Upper bounds in seconds: from a quick commit to a head that was held for an hour. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 3600];

/**
 * Durations by bucket, as plain numbers that are read when somebody asks. Owned by the status board.
 *
 * @example
 * ```ts
 * const held = new Durations();
 * held.add(700);
 * held.histogram().count; // 1
 * ```
 */
export class Durations {
  readonly #counts = bounds.map(() => 0);
  #count = 0;
  #sumMs = 0;

  add(durationMs: number): void {
    this.#count += 1;
    this.#sumMs += durationMs;
    const bucket = bounds.findIndex((seconds) => durationMs <= seconds * 1000);
    if (bucket >= 0) this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  /** The buckets are cumulative, as Prometheus has them. */
  histogram(): Histogram {
    let count = 0;
    const buckets = bounds.map((atMostSeconds, bucket) => {
      count += this.#counts[bucket] ?? 0;
      return { atMostSeconds, count };
    });
    return { buckets, count: this.#count, sumSeconds: this.#sumMs / 1000 };
  }
}
