/** Time and timers: the only file of the API that touches `Date` or the timers of Node. */
export interface Clock {
  /** Wall time in milliseconds since 1970, an integer. */
  nowMs(): number;
  /** Calls `callback` once, `delayMs` from now. The returned function cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The clock of the machine. Its timers do not keep a process alive. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
