/**
 * Tells any number of waiting readers, up to a bound, that something changed. It keeps no values: a reader that was slow
 * finds the newest state, and nothing queues up for it. Each reader has a turn of its own to send what changed, since what
 * is sent of a large app is work: other calls are answered between two of them.
 *
 * Owned by an app's collector, whose subscriptions wait here, and one by all collectors together, for those of several.
 */
import { ApiError } from "../api-error.ts";

export class Changes {
  readonly #watchersMax: number;
  readonly #about: string;
  readonly #waiting = new Set<() => void>();
  /** Those who have waited for a change that came. */
  readonly #due = new Set<() => void>();
  #isWaking = false;
  #version = 0;
  #watchers = 0;
  #closed: { readonly error: ApiError | undefined } | undefined;

  /** @param about what the subscriptions are on, as it is told to one that is too many. */
  constructor(watchersMax: number, about: string) {
    this.#watchersMax = watchersMax;
    this.#about = about;
  }

  /** Grows with each change. */
  get version(): number {
    return this.#version;
  }

  get watchers(): number {
    return this.#watchers;
  }

  /** @throws {ApiError} `too-many-watchers` */
  enter(): void {
    if (this.#watchers >= this.#watchersMax) {
      const message = `there are ${this.#watchers} subscriptions on ${this.#about} already; close some pages`;
      throw new ApiError("too-many-watchers", message);
    }
    this.#watchers += 1;
  }

  leave(): void {
    this.#watchers -= 1;
  }

  announce(): void {
    this.#version += 1;
    for (const wake of this.#waiting) this.#due.add(wake);
    if (!this.#isWaking) this.#wakeInTurn();
  }

  /** No more changes will come; with an `error`, those who wait are given it. */
  close(error?: ApiError): void {
    this.#closed ??= { error };
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves with `true` once the version is above `seen`, with `false` when there will be no more for this reader. */
  async next(seen: number, signal: AbortSignal): Promise<boolean> {
    while (this.#version === seen && this.#closed === undefined && !signal.aborted) await this.#turn(signal);
    if (this.#closed?.error !== undefined && !signal.aborted) throw this.#closed.error;
    return this.#closed === undefined && !signal.aborted;
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake);
    });
  }

  #wakeInTurn(): void {
    const [wake] = this.#due;
    this.#isWaking = wake !== undefined;
    if (wake === undefined) return;
    this.#due.delete(wake);
    wake();
    setImmediate(() => this.#wakeInTurn());
  }
}
