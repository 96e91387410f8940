/** What has begun and has not ended yet, so that an end can wait for it. */
export class UnderWay {
  readonly #all = new Set<Promise<unknown>>();

  /** Gives back what it is given, and is told of its end by it. */
  follow<T>(begun: Promise<T>): Promise<T> {
    const followed = begun.finally(() => this.#all.delete(followed));
    this.#all.add(followed);
    return followed;
  }

  /** Resolves once nothing is under way, or after as long: what is under way then goes on. */
  async ended(patienceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([Promise.allSettled(this.#all), late]);
    clearTimeout(timer);
  }
}
