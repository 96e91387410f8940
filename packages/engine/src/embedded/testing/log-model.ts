/** The plainest model of a partition that could be right: a list of entries, and every question answered by a walk. */
export interface ModelEntry {
  readonly offset: number;
  readonly text: string;
  /** The producer whose transaction it belongs to; a plain entry has none. */
  readonly producer: number | undefined;
  outcome: "committed" | "aborted" | "open";
}

export class LogModel {
  entries: ModelEntry[] = [];
  start = 0;
  end = 0;
  /** First offset of each producer's open transaction. */
  readonly open = new Map<number, number>();

  append(texts: readonly string[], producer?: number): void {
    if (texts.length === 0) return;
    if (producer !== undefined && !this.open.has(producer)) this.open.set(producer, this.end);
    for (const text of texts) {
      const outcome = producer === undefined ? "committed" : "open";
      this.entries.push({ offset: this.end++, text, producer, outcome });
    }
  }

  finish(producer: number, outcome: "committed" | "aborted"): void {
    if (!this.open.delete(producer)) return;
    for (const entry of this.entries) {
      if (entry.producer === producer && entry.outcome === "open") entry.outcome = outcome;
    }
    this.end++;
  }

  remove(offsets: ReadonlySet<number>): void {
    const { lastStable } = this;
    this.entries = this.entries.filter(({ offset }) => offset >= lastStable || !offsets.has(offset));
  }

  deleteBefore(offset: number): void {
    this.start = Math.max(this.start, Math.min(offset, this.end));
  }

  truncateTo(offset: number): void {
    if (offset >= this.end) return;
    this.entries = this.entries.filter((entry) => entry.offset < offset);
    for (const [producer, first] of this.open) if (first >= offset) this.open.delete(producer);
    this.end = offset;
    this.start = Math.min(this.start, offset);
  }

  get lastStable(): number {
    return this.open.size === 0 ? this.end : Math.max(this.start, Math.min(...this.open.values()));
  }

  /** What a `read_committed` reader at `from` may see, in offset order. */
  visibleFrom(from: number): ModelEntry[] {
    const low = Math.max(from, this.start);
    return this.entries.filter(
      ({ offset, outcome }) => offset >= low && offset < this.lastStable && outcome === "committed",
    );
  }

  nextVisible(from: number): number {
    const position = Math.max(from, this.start);
    return this.visibleFrom(position)[0]?.offset ?? Math.max(position, this.lastStable);
  }
}
