/**
 * Records that are read from the log on demand: a few at once, each within a time.
 *
 * It owns how many are under way. The record route asks it; what is read is of the log and of no tick, so that nothing of
 * the engine is touched. A read whose time is over keeps its place until the log has ended it, so that there are never
 * more than the bound (invariant 17).
 */
import type { Clock } from "../clock.ts";
import { StoatFlowError } from "../errors.ts";
import type { RecordRead } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import { partitionId, type TopicPartition } from "../record/topic-partition.ts";
import { recordBytesMax } from "../wire/index.ts";
import type { RecordSource } from "./record-source.ts";
import { type LimitUse, recordReadLimitMs, recordReadsMax } from "./server-limits.ts";

export type RecordAnswer = RecordRead | { readonly kind: "not-a-source" } | { readonly kind: "too-many" };

export class RecordReads {
  readonly #source: RecordSource;
  readonly #clock: Clock;
  #underWay = 0;
  #bytesOfLargest = 0;

  constructor(source: RecordSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  get topics(): readonly string[] {
    return this.#source.topics;
  }

  limits(): Readonly<Record<string, LimitUse>> {
    return {
      "server.record-reads": { used: this.#underWay, limit: recordReadsMax },
      "server.record.bytes": { used: this.#bytesOfLargest, limit: recordBytesMax },
    };
  }

  /** So many bytes of a record were told. */
  told(bytes: number): void {
    this.#bytesOfLargest = Math.max(this.#bytesOfLargest, bytes);
  }

  /** @throws {StoatFlowError} `log-unavailable`: the log failed, or its time is over. */
  read(partition: TopicPartition, offset: Offset): Promise<RecordAnswer> {
    if (!this.topics.includes(partition.topic)) return Promise.resolve({ kind: "not-a-source" });
    if (this.#underWay >= recordReadsMax) return Promise.resolve({ kind: "too-many" });
    this.#underWay += 1;
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(recordReadLimitMs, () => reject(tooLate(partition, offset)));
      this.#source
        .read(partition, offset, recordReadLimitMs)
        .then(resolve, reject)
        .finally(() => {
          cancel();
          this.#underWay -= 1;
        });
    });
  }
}

function tooLate(partition: TopicPartition, offset: Offset): StoatFlowError {
  const seconds = recordReadLimitMs / 1000;
  const message = `the log did not give ${partitionId(partition)} at offset ${offset} within ${seconds} s`;
  return new StoatFlowError("log-unavailable", message, { remedy: "see that Kafka runs, and ask again" });
}
