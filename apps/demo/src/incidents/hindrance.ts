/** What keeps a service that an app asks from answering. It owns the answers that wait, one for each lane at most. */
import { Active, type Undo } from "./active.ts";

export class Hindrance {
  readonly #slower = new Active<number>();
  readonly #parked = new Active<string>();
  #waiting: { readonly key: string; readonly answer: () => void }[] = [];

  /** How much longer an answer takes now. */
  get slowerByMs(): number {
    return this.#slower.sum((ms) => ms);
  }

  slow(ms: number): Undo {
    return this.#slower.add(ms);
  }

  /** Nothing is answered for the key until it is undone. */
  park(key: string): Undo {
    const release = this.#parked.add(key);
    return () => {
      release();
      const free = this.#waiting.filter((one) => !this.#isParked(one.key));
      this.#waiting = this.#waiting.filter((one) => this.#isParked(one.key));
      for (const { answer } of free) answer();
    };
  }

  /** Calls `answer` at once, or when the key is no longer parked. */
  whenFree(key: string, answer: () => void): void {
    if (this.#isParked(key)) this.#waiting.push({ key, answer });
    else answer();
  }

  #isParked(key: string): boolean {
    return this.#parked.some((parked) => parked === key);
  }
}
