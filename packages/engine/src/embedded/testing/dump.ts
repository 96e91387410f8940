/** All that can be seen of a log, to compare one with another. */
import type { EmbeddedLog } from "../embedded-log.ts";
import { textOf } from "./records.ts";

export interface Dump {
  readonly topics: Readonly<
    Record<string, { readonly bounds: readonly string[]; readonly records: readonly string[] }>
  >;
  readonly committed: Readonly<Record<string, string>>;
}

export function dump(log: EmbeddedLog, topics: readonly string[], groupId: string): Dump {
  return {
    topics: Object.fromEntries(
      topics.map((topic) => {
        const partitions = Array.from(
          { length: log.partitionCount(topic) ?? 0 },
          (_, partition) => partition,
        );
        const bounds = partitions.map((partition) => {
          const { start, end, highWatermark } = log.bounds(topic, partition);
          return `${start}..${end}..${highWatermark}`;
        });
        const records = log.readCommitted(topic).map((record) => `${record.partition}@${textOf(record)}`);
        return [topic, { bounds, records }];
      }),
    ),
    committed: Object.fromEntries(
      [...log.committed(groupId)].map(([id, { offset, metadata }]) => [id, `${offset} ${metadata}`]),
    ),
  };
}
