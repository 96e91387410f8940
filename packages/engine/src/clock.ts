/**
 * Time, timers and turns: the only file of the engine that touches `Date`, `performance` or the timers of Node.
 *
 * Everything else is given a {@link Clock}, or a `nowMs`, so that a run under a manual clock is the same run
 * each time.
 */

/** Undoes what was asked for; does nothing once it has happened. */
export type Cancel = () => void;

/** Time as the engine sees it. */
export interface Clock {
  /** Wall time in milliseconds since 1970, an integer. */
  nowMs(): number;
  /** Time that never goes back, in milliseconds with fractions, from an arbitrary start; for durations. */
  monotonicMs(): number;
  /** Calls `callback` once, `delayMs` from now. The returned function cancels it. */
  after(delayMs: number, callback: () => void): Cancel;
  /** Calls `callback` in a later turn of the event loop, after the input and output that is due. */
  nextTurn(callback: () => void): Cancel;
}

/** The clock of the machine. Its timers do not keep a process alive. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
  nextTurn: (callback) => {
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  },
};

/** Holds the process until the returned function is called; the timers of {@link systemClock} do not. */
export function keepProcessAlive(): Cancel {
  const interval = setInterval(() => {}, 2 ** 30);
  return () => clearInterval(interval);
}

/** Resolves after `delayMs` on `clock`. */
export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
