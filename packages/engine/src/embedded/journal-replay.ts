/** What a journal's entries come to: the broker's memory as it was after the last of them. */
import type { CommittedOffset } from "../ports.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import type { JournalEntry, StoredOffsets } from "./journal.ts";
import { committedOffset } from "./stored-offsets.ts";

export type Decision = Extract<JournalEntry, { kind: "decided" }>;

export interface Remembered {
  readonly topics: ReadonlyMap<string, RememberedTopic>;
  readonly logStarts: ReadonlyMap<PartitionId, LogStart>;
  /** The `transactional.id` of each known producer id. */
  readonly producers: ReadonlyMap<number, string>;
  readonly committed: ReadonlyMap<string, ReadonlyMap<PartitionId, CommittedOffset>>;
  /** Only the last decision can lack markers: a step is over before the next one begins. */
  readonly lastDecision: Decision | undefined;
}

export interface RememberedTopic {
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

export interface LogStart {
  readonly of: TopicPartition;
  readonly offset: number;
}

export function replayJournal(entries: readonly JournalEntry[]): Remembered {
  const topics = new Map<string, RememberedTopic>();
  const logStarts = new Map<PartitionId, LogStart>();
  const producers = new Map<number, string>();
  const committed = new Map<string, Map<PartitionId, CommittedOffset>>();
  let lastDecision: Decision | undefined;

  const commit = (offsets: StoredOffsets) => {
    for (const [groupId, group] of Object.entries(offsets)) {
      const known = committed.get(groupId) ?? new Map<PartitionId, CommittedOffset>();
      committed.set(groupId, known);
      for (const [id, stored] of Object.entries(group)) known.set(id, committedOffset(stored));
    }
  };

  for (const entry of entries) {
    switch (entry.kind) {
      case "format":
        break;
      case "topic":
        topics.set(entry.topic, { partitions: entry.partitions, config: entry.config });
        break;
      case "log-start":
        logStarts.set(partitionId(entry), { of: entry, offset: entry.offset });
        break;
      case "truncated": {
        const start = logStarts.get(partitionId(entry));
        if (start !== undefined && start.offset > entry.offset) {
          logStarts.set(partitionId(entry), { of: entry, offset: entry.offset });
        }
        lastDecision = undefined;
        break;
      }
      case "producer":
        producers.set(entry.producerId, entry.transactionalId);
        break;
      case "offsets":
        commit(entry.offsets);
        break;
      case "topic-reset":
        for (let partition = 0; partition < (topics.get(entry.topic)?.partitions ?? 0); partition++) {
          const id = partitionId({ topic: entry.topic, partition });
          logStarts.delete(id);
          for (const group of committed.values()) group.delete(id);
        }
        lastDecision = undefined;
        break;
      case "decided":
        commit(entry.offsets);
        lastDecision = entry;
        break;
    }
  }
  return { topics, logStarts, producers, committed, lastDecision };
}
