import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";

/** How exactly it is measured. */
const resolutionMs = 10;

/** What is forgotten at once is of so long. */
const spanMs = 30_000;

const nanosInMs = 1e6;

/**
 * How long the event loop was held up at the most, within the last 30 to 60 s: so long that none is missed by a scrape
 * each 15 s, however many scrape.
 *
 * It owns a timer of Node's that is written in C++ and one of its own, made and stopped by the server.
 */
export class LoopDelay implements Disposable {
  readonly #histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #timer: NodeJS.Timeout;
  #worstBeforeMs = 0;

  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => this.turn(), spanMs);
    this.#timer.unref();
  }

  worstMs(): number {
    return Math.max(this.#worstBeforeMs, this.#worstOfSpanMs());
  }

  /** Begins another span, and forgets the one before the last. */
  turn(): void {
    this.#worstBeforeMs = this.#worstOfSpanMs();
    this.#histogram.reset();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  /** Node counts from one look to the next, so that each has the time between two looks in it. */
  #worstOfSpanMs(): number {
    return this.#histogram.count === 0 ? 0 : Math.max(0, this.#histogram.max / nanosInMs - resolutionMs);
  }
}
