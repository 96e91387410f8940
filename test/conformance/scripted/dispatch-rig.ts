import {
  Dispatcher,
  DispatchPartition,
  type LogRecord,
  PartitionBuffer,
  PartitionWatermark,
  SourcePartition,
} from "@stoatflow/engine/testing";

export interface Row {
  readonly offset: number;
  readonly timestampMs: number;
}

export interface Taken extends Row {
  readonly partition: string;
}

/** The dispatcher, with partitions that a case fills by hand; a partition's name is its topic. */
export class DispatchRig {
  /** The regressions that the dispatcher told of. */
  readonly regressions: string[] = [];
  readonly #dispatcher: Dispatcher;
  readonly #taken: Taken[] = [];
  readonly #waits: boolean;
  #partitions: DispatchPartition[];

  /**
   * @param waits whether empty partitions are waited for; where not, each is taken to be at its end.
   * @param corrupt offsets that can't be decoded and are skipped.
   */
  constructor(names: readonly string[], waits: boolean, corrupt: ReadonlySet<number> = new Set()) {
    this.#waits = waits;
    this.#dispatcher = new Dispatcher(
      {
        waitingForCapacity: false,
        headOf: (record) => {
          if (corrupt.has(Number(record.offset))) return { kind: "drop", reason: "undecodable" };
          return {
            kind: "head",
            head: { record, timestampMs: record.timestampMs, key: null, value: null, sinceMs: 0 },
          };
        },
        accept: ({ record, timestampMs }) => {
          this.#taken.push({ partition: record.topic, offset: Number(record.offset), timestampMs });
        },
      },
      {
        dispatched: () => {},
        dropped: () => {},
        regression: ({ source }, { before, after }) =>
          this.regressions.push(`${source.id} ${before} ${after}`),
      },
    );
    this.#partitions = names.map((name) => emptyPartition(name));
    this.#dispatcher.add(this.#partitions);
  }

  /** The largest partition time. */
  get streamTimeMs(): number | undefined {
    const times = this.#partitions.flatMap(({ watermark }) => watermark.highestMs ?? []);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  partition(name: string): DispatchPartition {
    const found = this.#partitions.find(({ source }) => source.partition.topic === name);
    if (found === undefined) throw new Error(`no partition is named ${name}`);
    return found;
  }

  add(name: string, rows: readonly Row[]): void {
    const { source } = this.partition(name);
    const records = rows.map(({ offset, timestampMs }): LogRecord => {
      return {
        ...source.partition,
        offset: BigInt(offset),
        timestampMs,
        key: null,
        value: null,
        headers: [],
      };
    });
    source.buffer.append(records);
    const last = records.at(-1);
    if (last !== undefined) source.consumerPosition = last.offset + 1n;
    if (!this.#waits) source.endPosition = source.consumerPosition;
    this.#dispatcher.refresh([source.id]);
  }

  /** How many rows the broker still has behind the buffered ones; `null`: not known. */
  lag(name: string, lag: number | null): void {
    const { source } = this.partition(name);
    source.endPosition = lag === null ? undefined : source.consumerPosition + BigInt(lag);
    this.#dispatcher.refresh([source.id]);
  }

  take(count: number): Taken[] {
    const from = this.#taken.length;
    this.#dispatcher.dispatch(count, 0);
    return this.#taken.slice(from);
  }

  /** The partitions go to another instance with all that they hold; the others stay as they are. */
  revoke(names: readonly string[]): void {
    this.#partitions = this.#partitions.filter(({ source }) => !names.includes(source.partition.topic));
    this.#dispatcher.clear();
    this.#dispatcher.add(this.#partitions);
  }

  /** All is forgotten, and the same partitions are taken on anew. */
  clear(): void {
    this.#partitions = this.#partitions.map(({ source }) => emptyPartition(source.partition.topic));
    this.#dispatcher.clear();
    this.#dispatcher.add(this.#partitions);
  }
}

function emptyPartition(topic: string): DispatchPartition {
  const source = new SourcePartition({ topic, partition: 0 }, new PartitionBuffer(), 0n);
  source.endPosition = 0n;
  return new DispatchPartition(source, {
    watermark: new PartitionWatermark(0),
    idlenessMs: undefined,
    servedMs: 0,
  });
}
