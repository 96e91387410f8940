/**
 * Stands between the engine and its partition buffers: what is taken must be what was appended first, a buffer keeps
 * its bound at each append, and each record dispatched must be the oldest of all heads at that moment.
 *
 * Owned by one run. Judges invariants 1, 2, 3 and the order of 7 by a list beside each buffer, with nothing of the
 * engine's own.
 */
import {
  type LogRecord,
  PartitionBuffer,
  type PartitionId,
  partitionId,
  type RecordBuffer,
} from "@stoatflow/engine/testing";

/** A real buffer with the list of what it should hold. */
class WatchedBuffer implements RecordBuffer {
  readonly should: LogRecord[] = [];
  readonly #real = new PartitionBuffer();
  readonly #boundRecords: number;
  readonly #fault: (sentence: string) => void;

  constructor(boundRecords: number, fault: (sentence: string) => void) {
    this.#boundRecords = boundRecords;
    this.#fault = fault;
  }

  get size(): number {
    return this.#real.size;
  }

  append(records: readonly LogRecord[]): void {
    this.should.push(...records);
    this.#real.append(records);
    if (this.size > this.#boundRecords) this.#fault(`a buffer of ${this.#boundRecords} holds ${this.size}`);
  }

  head(): LogRecord | undefined {
    return this.#real.head();
  }

  take(): LogRecord {
    const taken = this.#real.take();
    const first = this.should.shift();
    if (taken !== first) {
      this.#fault(`partition ${taken.partition}: ${taken.offset} was taken in front of ${first?.offset}`);
    }
    return taken;
  }
}

export class BufferWatch {
  /** What was found, one sentence each. */
  readonly faults: string[] = [];
  readonly #boundRecords: number;
  readonly #buffers = new Map<PartitionId, WatchedBuffer>();
  #created: WatchedBuffer | undefined;

  constructor(boundRecords: number) {
    this.#boundRecords = boundRecords;
  }

  create(): RecordBuffer {
    this.#created = new WatchedBuffer(this.#boundRecords, (sentence) => void this.faults.push(sentence));
    return this.#created;
  }

  /** The buffer that was made last is this partition's. */
  positioned(id: PartitionId): void {
    if (this.#created !== undefined) this.#buffers.set(id, this.#created);
    this.#created = undefined;
  }

  /** All that was buffered is given up. */
  forget(): void {
    this.#buffers.clear();
  }

  /**
   * It has left its buffer: no head that stays behind may be older, nor as old in a partition that is first, but of
   * those that an alignment group holds.
   */
  dispatched(record: LogRecord, held: ReadonlySet<PartitionId>): void {
    for (const [id, { should }] of this.#buffers) {
      const [head] = should;
      if (head === undefined || id === partitionId(record)) continue;
      const first =
        head.timestampMs < record.timestampMs ||
        (head.timestampMs === record.timestampMs && inFrontByName(head, record));
      if (first && !held.has(id)) {
        this.faults.push(
          `${partitionId(record)}@${record.offset} went out in front of the head ${id}@${head.offset}`,
        );
      }
    }
  }
}

/** The order of partitions: by topic, then by number. */
function inFrontByName(a: LogRecord, b: LogRecord): boolean {
  return a.topic === b.topic ? a.partition < b.partition : a.topic < b.topic;
}
