/**
 * Works that each hold much, one after the other, in the order in which they were asked for.
 *
 * It owns the queue of those that wait, which is bounded (invariant 17). Whoever no longer waits for an answer leaves the
 * queue at once, so that its place is another's.
 */
import { setMaxListeners } from "node:events";
import { ApiError } from "../api-error.ts";

export class InTurn {
  readonly #waitingMax: number;
  readonly #waiting = new Set<() => void>();
  #isBusy = false;

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /**
   * @param signal aborted once nobody waits for it: what has not begun then never begins. @default somebody always does
   * @throws {ApiError} `too-many-readers`; what the signal was aborted with; what the work throws.
   */
  async do<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (!this.#isBusy) {
      this.#isBusy = true;
      return;
    }
    if (this.#waiting.size >= this.#waitingMax) {
      const already = `${this.#waiting.size} reads of history wait already`;
      const message = `${already}, and one is answered at a time; ask again in a few seconds`;
      throw new ApiError("too-many-readers", message);
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(begin);
        reject(signal?.reason);
      };
      this.#waiting.add(begin);
      if (signal === undefined) return;
      // The calls of one batch have one signal: as many as may wait may listen to it.
      setMaxListeners(0, signal);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #next(): void {
    const [begin] = this.#waiting;
    this.#isBusy = begin !== undefined;
    if (begin === undefined) return;
    this.#waiting.delete(begin);
    begin();
  }
}
