import type { LogAdmin, RecordRead } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import type { TopicPartition } from "../record/topic-partition.ts";

/** Where records are read on demand, beside the app's own reading and without touching it. */
export interface RecordSource {
  /** The topics that the app reads; no other is asked for. */
  readonly topics: readonly string[];
  /** @throws {StoatFlowError} `log-unavailable`. */
  read(partition: TopicPartition, offset: Offset, limitMs: number): Promise<RecordRead>;
}

/** The records of `topics` as the log gives them; `undefined` of a log that can't give one by its offset. */
export function recordSourceOf(admin: LogAdmin, topics: readonly string[]): RecordSource | undefined {
  if (admin.readRecord === undefined) return undefined;
  const read = admin.readRecord.bind(admin);
  return { topics, read };
}
