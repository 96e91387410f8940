import { assert } from "../assert.ts";
import type { RecordBuffer } from "../ingest/partition-buffer.ts";
import type { LogRecord } from "../record/record.ts";

/**
 * The buffer that the article warns of: sorted by timestamp. Tests put it in the place of the real one to show that
 * they can fail.
 */
export class SortedBuffer implements RecordBuffer {
  #records: LogRecord[] = [];

  get size(): number {
    return this.#records.length;
  }

  append(records: readonly LogRecord[]): void {
    this.#records = [...this.#records, ...records].sort((a, b) => a.timestampMs - b.timestampMs);
  }

  head(): LogRecord | undefined {
    return this.#records[0];
  }

  take(): LogRecord {
    const record = this.#records.shift();
    assert(record !== undefined, "a record is taken only from a buffer that holds one");
    return record;
  }
}
