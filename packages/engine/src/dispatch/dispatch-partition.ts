/**
 * One assigned partition as the dispatcher sees it: the decoded head, the tracked offset, the watermark and the
 * idleness beside the buffer that they describe.
 *
 * Owned by the dispatcher; read by barriers and the snapshot. Keeps invariants 1, 2, 4 and 9.
 */
import type { SourcePartition } from "../ingest/source-partition.ts";
import type { Offset } from "../record/offset.ts";
import type { LogRecord } from "../record/record.ts";
import type { TopicPartition } from "../record/topic-partition.ts";
import type { Aligned, AlignmentGroup } from "../watermark/alignment.ts";
import { Idleness } from "../watermark/idleness.ts";
import type { PartitionEventTime } from "../watermark/partition-watermark.ts";
import type { WatermarkAlignment } from "../watermark/strategy.ts";
import type { Mover } from "../watermark/watermark-movers.ts";
import type { Ordered } from "./head-order.ts";
import { TrackedOffset } from "./tracked-offset.ts";

/** The decoded first record of a buffer. */
export interface Head {
  readonly record: LogRecord;
  /** Event time: the log's timestamp, or what the assigner gave. */
  readonly timestampMs: number;
  readonly key: unknown;
  readonly value: unknown;
  /** Wall time at which it became head. */
  readonly sinceMs: number;
}

/** A head that is held behind older heads elsewhere, and the watermark that its partition is committed to reach. */
export interface Hold {
  readonly sinceMs: number;
  /** `undefined` with a custom generator, which is asked only when the head is dispatched. */
  readonly previewMs: number | undefined;
}

export interface DispatchPartitionOptions {
  /** Its event time, as far as the commit metadata had it. */
  readonly watermark: PartitionEventTime;
  readonly idlenessMs: number | undefined;
  /** The sources that it keeps pace with. @default none */
  readonly alignment?: WatermarkAlignment | undefined;
  /** It feeds a table: it counts in event time only while it has a backlog. @default false */
  readonly table?: boolean;
  readonly servedMs: number;
  /** What the group has committed; `undefined` where it never has. */
  readonly committed?: Offset | undefined;
}

export class DispatchPartition implements Ordered, Mover, Aligned {
  readonly source: SourcePartition;
  readonly tracked: TrackedOffset;
  readonly watermark: PartitionEventTime;
  readonly idleness: Idleness;
  readonly alignment: WatermarkAlignment | undefined;
  /** It feeds a table. */
  readonly table: boolean;
  /** Set by the dispatcher that it belongs to. */
  group: AlignmentGroup<DispatchPartition> | undefined;
  /** Place in (topic, partition number) order. */
  rank = 0;
  /** When its contribution changed last, in changes of all partitions. */
  changedAt = 0;
  head: Head | undefined;
  /** Stands from the moment at which its head is found held until that head is dispatched. */
  hold: Hold | undefined;
  /** Whether its head stood behind an older one at the last look for held heads: when it goes, the watch is told. */
  standing = false;
  /** What the group has committed; `undefined` where it never has. */
  committed: Offset | undefined;
  /** Where it began to be read at its assignment. */
  readonly startedAt: Offset;
  /** The highest event time that the metadata of the last commit holds. */
  committedHighestMs: number | undefined;
  /** What the metadata of the last commit holds of its custom generator. */
  committedEmittedMs: number | undefined;

  constructor(source: SourcePartition, options: DispatchPartitionOptions) {
    this.source = source;
    this.startedAt = source.consumerPosition;
    this.tracked = new TrackedOffset(source.consumerPosition, options.committed);
    this.committed = options.committed;
    this.watermark = options.watermark;
    this.alignment = options.alignment;
    this.table = options.table ?? false;
    this.committedHighestMs = options.watermark.highestMs;
    this.committedEmittedMs = options.watermark.emittedMs;
    this.idleness = new Idleness(options.idlenessMs, options.servedMs);
  }

  get partition(): TopicPartition {
    return this.source.partition;
  }

  get headTimestampMs(): number {
    return this.head?.timestampMs ?? Number.POSITIVE_INFINITY;
  }

  get idle(): boolean {
    return this.idleness.idle;
  }

  /** A table's partition without a backlog, whose event time is that of changes long done. */
  get leftOut(): boolean {
    return this.table && this.source.buffer.size === 0 && !this.source.waitingForData;
  }

  get ownMs(): number | undefined {
    return this.watermark.valueMs;
  }

  get maxDriftMs(): number {
    return this.alignment?.maxDriftMs ?? Number.POSITIVE_INFINITY;
  }

  /** Its alignment group holds it: it is too far ahead of the others. */
  get aligned(): boolean {
    return this.group?.holds(this) ?? false;
  }

  get valueMs(): number | undefined {
    const own = this.watermark.valueMs;
    const previewMs = this.hold?.previewMs;
    if (previewMs === undefined) return own;
    return own === undefined ? previewMs : Math.max(own, previewMs);
  }

  get previewCounts(): boolean {
    return this.hold?.previewMs !== undefined && this.valueMs !== this.watermark.valueMs;
  }

  /** The offset of the next record that it will dispatch: what a barrier commits. */
  get position(): Offset {
    // The buffer is asked, not the decoded head: a record that its policy fails is no head and must not be passed.
    this.tracked.advanceTo(this.source.buffer.head()?.offset ?? this.source.consumerPosition);
    return this.tracked.position;
  }
}
