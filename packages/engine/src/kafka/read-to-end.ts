/**
 * Reads a topic from its start to the end found at the call, outside any group and without a commit.
 *
 * It ends by position and not by records, so a tail of markers, aborted data or batches emptied by compaction does not
 * hang it.
 */
import type { Cluster } from "kafkajs";
import { StoatFlowError } from "../errors.ts";
import type { Offset } from "../record/offset.ts";
import type { LogRecord } from "../record/record.ts";
import type { PartitionId } from "../record/topic-partition.ts";
import { asking } from "./asking.ts";
import { logUnavailable } from "./kafka-error.ts";
import { logBounds } from "./log-bounds.ts";
import { LogReader } from "./log-reader.ts";
import type { KafkaSettings } from "./options.ts";
import { PartitionCursor } from "./partition-cursor.ts";
import { existingPartitionCounts } from "./topic-metadata.ts";

const stuckAfterMs = 60_000;

/** Where records are read from, and where the ends are asked for. */
export interface ReadSources {
  readonly cluster: Cluster;
  readonly ends: Cluster;
}

/**
 * @param each gets records of one partition in offset order, at least one.
 * @throws {StoatFlowError} `unknown-topic`, `log-unavailable`; what `each` throws.
 */
export async function readToEnd(
  settings: KafkaSettings,
  { cluster, ends: endsFrom }: ReadSources,
  topic: string,
  each: (records: readonly LogRecord[]) => void,
): Promise<void> {
  const count = (await existingPartitionCounts(settings, cluster, [topic])).get(topic);
  if (count === undefined) throw new StoatFlowError("unknown-topic", `topic "${topic}" is not there`);
  await asking(settings, `looking up topic "${topic}"`, () => cluster.addMultipleTargetTopics([topic]));
  const partitions = Array.from({ length: count }, (_, partition) => ({ topic, partition }));
  const bounds = await logBounds(settings, endsFrom, partitions);

  const ends = new Map<PartitionId, Offset>();
  const cursors = new Map<PartitionId, PartitionCursor>();
  for (const partition of partitions) {
    const cursor = new PartitionCursor(partition);
    const found = bounds.get(cursor.id);
    if (found === undefined || found.start >= found.end) continue;
    cursor.seek(found.start);
    cursors.set(cursor.id, cursor);
    ends.set(cursor.id, found.end);
  }
  if (cursors.size === 0) return;

  await new Promise<void>((resolve, reject) => {
    let cancelStuck = watch();
    const reader = new LogReader(cluster, settings, {
      onProgress: () => {
        cancelStuck();
        cancelStuck = watch();
        try {
          takeAll();
        } catch (error) {
          end(() => reject(error));
        }
      },
      // The log went back below what was read already: what is left of it has been read.
      onSeekBack: ({ id }) => {
        cursors.delete(id);
      },
      onFailure: (error) =>
        end(() => reject(logUnavailable(`reading topic "${topic}"`, settings.brokers, error))),
    });

    function takeAll(): void {
      for (const [id, cursor] of cursors) {
        const until = ends.get(id);
        if (until === undefined) continue;
        const records = cursor.take(Number.POSITIVE_INFINITY);
        const wanted =
          (records.at(-1)?.offset ?? -1n) < until ? records : records.filter(({ offset }) => offset < until);
        if (wanted.length > 0) each(wanted);
        if ((cursor.position ?? 0n) >= until) cursors.delete(id);
      }
      if (cursors.size === 0) end(resolve);
      else reader.assign(cursors);
    }

    function end(settle: () => void): void {
      cancelStuck();
      reader.stop();
      settle();
    }

    function watch(): () => void {
      return settings.clock.after(stuckAfterMs, () => {
        const cause = new Error(
          `nothing came for ${stuckAfterMs / 1000} s, perhaps for a transaction that was never ended (kafka-transactions.sh find-hanging)`,
        );
        end(() => reject(logUnavailable(`reading topic "${topic}"`, settings.brokers, cause)));
      });
    }

    reader.assign(cursors);
  });
}
