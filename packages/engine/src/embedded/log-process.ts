/**
 * The process that a client of the embedded log stands for: alive, or crashed.
 *
 * It owns how answers reach the process: the broker acts at once, the answer comes with a microtask or a timer of
 * the log's clock, and a process that has crashed by then never sees it.
 */
import type { Clock } from "../clock.ts";

export class LogProcess {
  readonly #clock: Clock;
  readonly #atCrash = new Set<() => void>();
  #crashed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get crashed(): boolean {
    return this.#crashed;
  }

  /** Calls `callback` when the process vanishes, until the returned function is called. */
  onCrash(callback: () => void): () => void {
    this.#atCrash.add(callback);
    return () => this.#atCrash.delete(callback);
  }

  /** Nothing more comes from the process, and nothing reaches it. */
  crash(): void {
    if (this.#crashed) return;
    this.#crashed = true;
    for (const callback of this.#atCrash) callback();
    this.#atCrash.clear();
  }

  /** Does `work` at once and answers with what it gives or throws. */
  answer<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#crashed) return;
      const settle = attempt(work, resolve, reject);
      queueMicrotask(() => {
        if (!this.#crashed) settle();
      });
    });
  }

  /** Does `work` after `delayMs`, unless the process has crashed by then, and answers. */
  answerAfter<T>(delayMs: number, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#crashed) return;
      this.#clock.after(delayMs, () => {
        if (this.#crashed) return;
        const settle = attempt(work, resolve, reject);
        if (!this.#crashed) settle();
      });
    });
  }
}

function attempt<T>(
  work: () => T,
  resolve: (value: T) => void,
  reject: (reason: unknown) => void,
): () => void {
  try {
    const value = work();
    return () => resolve(value);
  } catch (thrown) {
    return () => reject(thrown);
  }
}
