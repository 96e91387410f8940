import { assert } from "../assert.ts";
import { Fifo } from "../fifo.ts";
import type { LogRecord } from "../record/record.ts";

/** What the engine needs of a buffer. The engine has one implementation; tests put a faulty one in its place. */
export interface RecordBuffer {
  readonly size: number;
  append(records: readonly LogRecord[]): void;
  head(): LogRecord | undefined;
  take(): LogRecord;
}

/**
 * The partition buffer: a FIFO of polled records, appended at the tail and taken at the head, and nothing else
 * (invariant 2). Nothing is set aside and nothing is sorted, so offset order in is offset order out (invariant 1).
 *
 * Owned by one source partition; the poll loop appends, the dispatcher takes. It has no capacity of its own: the
 * capacity is a pause threshold, and the poll loop keeps the bound (invariant 3).
 */
export class PartitionBuffer implements RecordBuffer {
  readonly #records = new Fifo<LogRecord>();

  get size(): number {
    return this.#records.size;
  }

  append(records: readonly LogRecord[]): void {
    for (const record of records) this.#records.push(record);
  }

  head(): LogRecord | undefined {
    return this.#records.head();
  }

  take(): LogRecord {
    const record = this.#records.take();
    assert(record !== undefined, "a record is taken only from a buffer that holds one");
    return record;
  }
}
