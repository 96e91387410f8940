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

/** Whether records can be read on demand. `none`: the log can't give one by its offset. */
export type RecordAccess =
  | { readonly kind: "none" }
  /** No record is given though the log could; `setting` is 0. */
  | { readonly kind: "switched-off"; readonly setting: string }
  | { readonly kind: "readable"; readonly source: RecordSource };

/**
 * @param payloadBytesKept of the evidence: who keeps no byte of a payload wants none to leave the app either.
 * @returns the way to the records of `topics`, or why there is none.
 */
export function recordAccessOf(
  admin: LogAdmin,
  topics: readonly string[],
  payloadBytesKept: number,
): RecordAccess {
  if (admin.readRecord === undefined) return { kind: "none" };
  if (payloadBytesKept === 0) return { kind: "switched-off", setting: "stoatflow.status.payload-bytes-kept" };
  return { kind: "readable", source: { topics: [...new Set(topics)], read: admin.readRecord.bind(admin) } };
}
