/**
 * The log of one partition: entries by ascending offset, with gaps, in segments.
 *
 * It owns the segments, the log start, the end, and which producers have a transaction open here. The broker's
 * parts write to it, consumers read from it and watch it. It keeps its side of invariant 1 (a read gives records in
 * offset order) and of invariant 17 (its bytes are bounded by its retention), and gives only what a
 * `read_committed` reader may see. Offsets are numbers here, exact up to 2^53, and bigints outside.
 */
import { assert } from "../assert.ts";
import { StoatFlowError } from "../errors.ts";
import type { RecordRead } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import type { LogRecord } from "../record/record.ts";
import { partitionId, type TopicPartition } from "../record/topic-partition.ts";
import { isVisible, type KeepEntry, keepNewest } from "./compaction.ts";
import { type EntryKind, entryKind, type RecordContent } from "./entry-codec.ts";
import { Segment } from "./segment.ts";
import type { SegmentStorage } from "./segment-storage.ts";

export interface PartitionWatcher {
  /** Data came, a transaction ended, or the log start moved. */
  changed(): void;
  /** The log was cut: it now ends at `toOffset`. */
  cut(toOffset: number): void;
}

export type Retention =
  /** Whole segments go from the start while the partition holds more bytes than this. */
  | { readonly kind: "delete"; readonly retentionBytes: number }
  /** Only the newest record of each key stays; done whenever the log has doubled. */
  | { readonly kind: "compact" };

export interface PartitionLogOptions extends TopicPartition {
  readonly storage: SegmentStorage;
  readonly retention: Retention;
  /** A segment that has grown to this is closed. */
  readonly segmentBytes: number;
  /** Tombstones at or above this offset are kept by compaction, for readers that have not seen them. */
  readonly tombstoneHorizon: () => number;
}

export type TransactionOutcome = "committed" | "aborted";

export interface PartitionRead {
  readonly records: LogRecord[];
  /** Offset of the next record that a read would give; the last stable offset where there is none yet. */
  readonly position: number;
}

export class PartitionLog implements TopicPartition {
  readonly topic: string;
  readonly partition: number;
  readonly watchers = new Set<PartitionWatcher>();
  readonly #options: PartitionLogOptions;
  /** Never empty; the last one is written to. */
  #segments: Segment[];
  /** First offset of each open transaction by producer id; insertion order is offset order. */
  readonly #open = new Map<number, number>();
  #startOffset: number;
  #endOffset: number;
  #stableOffset: number;
  #byteLength = 0;
  #compactedBytes = 0;

  constructor(options: PartitionLogOptions) {
    this.topic = options.topic;
    this.partition = options.partition;
    this.#options = options;
    this.#segments = this.#load();
    this.#startOffset = this.#segments[0]?.baseOffset ?? 0;
    this.#endOffset = this.#active.endOffset;
    this.#byteLength = this.#segments.reduce((sum, segment) => sum + segment.byteLength, 0);
    this.#replayTransactions();
    this.#stableOffset = this.#findStableOffset();
  }

  get startOffset(): number {
    return this.#startOffset;
  }

  /** The high watermark: one above the last entry, open transactions included. */
  get endOffset(): number {
    return this.#endOffset;
  }

  /** First offset of the oldest open transaction; the end where none is open. */
  get lastStableOffset(): number {
    return this.#stableOffset;
  }

  get byteLength(): number {
    return this.#byteLength;
  }

  /** Producers whose transaction has data here and no marker yet. */
  get openProducerIds(): readonly number[] {
    return [...this.#open.keys()];
  }

  /** Appends records; with a producer id they stay invisible until its marker. */
  append(records: readonly RecordContent[], producerId?: number): void {
    if (records.length === 0) return;
    if (producerId !== undefined && !this.#open.has(producerId)) {
      this.#open.set(producerId, this.#endOffset);
    }
    let segment = this.#active;
    let writtenFrom = segment.byteLength;
    for (const record of records) {
      if (segment.byteLength >= this.#options.segmentBytes) {
        this.#store(segment, writtenFrom);
        segment = this.#roll();
        writtenFrom = 0;
      }
      segment.append(this.#endOffset++, record, producerId);
    }
    this.#store(segment, writtenFrom);
    this.#retain();
    this.#changed();
  }

  /** Ends the producer's transaction here; the marker takes an offset. */
  appendMarker(producerId: number, outcome: TransactionOutcome): void {
    const segment = this.#active;
    const writtenFrom = segment.byteLength;
    const kind = outcome === "committed" ? entryKind.commitMarker : entryKind.abortMarker;
    segment.appendMarker(this.#endOffset, kind, producerId);
    this.#store(segment, writtenFrom);
    this.#close(producerId, kind, this.#endOffset++);
    this.#changed();
  }

  /** Visible records from `from` on, below the last stable offset, at most `recordsMax`. */
  read(from: number, recordsMax: number): PartitionRead {
    const records: LogRecord[] = [];
    let position = Math.max(from, this.#startOffset);
    if (position >= this.#stableOffset) return { records, position };
    for (let at = this.#segmentIndexOf(position); at < this.#segments.length; at++) {
      const segment = this.#segmentAt(at);
      for (let index = segment.indexAtOrAbove(position); index < segment.count; index++) {
        const offset = segment.offsetAt(index);
        if (offset >= this.#stableOffset) return { records, position: this.#stableOffset };
        if (!isVisible(segment.kindAt(index))) continue;
        if (records.length === recordsMax) return { records, position: offset };
        records.push(segment.recordAt(index, this));
        position = offset + 1;
      }
    }
    return { records, position: this.#stableOffset };
  }

  /** The record at exactly that offset, as far as a `read_committed` reader may see it. */
  find(offset: Offset): RecordRead {
    if (offset < BigInt(this.#startOffset)) return { kind: "deleted", start: BigInt(this.#startOffset) };
    if (offset >= BigInt(this.#stableOffset)) return { kind: "beyond-end", end: BigInt(this.#stableOffset) };
    const at = Number(offset);
    const segment = this.#segmentAt(this.#segmentIndexOf(at));
    const index = segment.indexAtOrAbove(at);
    if (index === segment.count || segment.offsetAt(index) !== at) return { kind: "compacted" };
    const kind = segment.kindAt(index);
    if (kind === entryKind.aborted) return { kind: "aborted" };
    if (!isVisible(kind)) return { kind: "marker" };
    return { kind: "found", record: segment.recordAt(index, this) };
  }

  /** Where a reader at `from` stands once it has passed all that it will never see. */
  nextVisible(from: number): number {
    return this.read(from, 0).position;
  }

  /** Retention: the log now starts at `offset`. */
  deleteBefore(offset: number): void {
    this.#startOffset = Math.max(this.#startOffset, Math.min(offset, this.#endOffset));
    if (this.#startOffset === this.#endOffset && this.#active.count > 0) this.#roll();
    while (this.#segments.length > 1 && this.#segmentAt(1).baseOffset <= this.#startOffset) this.#dropFirst();
    this.#changed();
  }

  /** Compaction by hand: these offsets are no longer there, as far as they are below the last stable offset. */
  removeOffsets(offsets: ReadonlySet<number>): void {
    this.#settle((segment, index) => {
      const offset = segment.offsetAt(index);
      return offset >= this.#stableOffset || !offsets.has(offset);
    });
    this.#changed();
  }

  /** An unclean leader election: the log now ends at `offset`. Data whose marker was cut keeps its outcome. */
  truncateTo(offset: number): void {
    if (offset >= this.#endOffset) return;
    for (const [producerId, firstOffset] of this.#open) {
      if (firstOffset >= offset) this.#open.delete(producerId);
    }
    this.#endOffset = offset;
    this.#startOffset = Math.min(this.#startOffset, offset);
    while (this.#segments.length > 0 && this.#active.baseOffset > offset) this.#dropLast();
    if (this.#segments.length === 0) this.#roll();
    this.#settle((segment, index) => segment.offsetAt(index) < offset);
    this.#stableOffset = this.#findStableOffset();
    for (const watcher of this.watchers) watcher.cut(offset);
  }

  /** The topic was deleted and created again. */
  reset(): void {
    this.#open.clear();
    while (this.#segments.length > 0) this.#dropLast();
    this.#startOffset = 0;
    this.#endOffset = 0;
    this.#stableOffset = 0;
    this.#compactedBytes = 0;
    this.#roll();
    for (const watcher of this.watchers) watcher.cut(0);
  }

  get #active(): Segment {
    return this.#segmentAt(this.#segments.length - 1);
  }

  #segmentAt(at: number): Segment {
    const segment = this.#segments[at];
    assert(segment !== undefined, "a partition always has a segment to write to");
    return segment;
  }

  /** The last segment whose base is at or below `offset`. */
  #segmentIndexOf(offset: number): number {
    let low = 0;
    let high = this.#segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#segmentAt(middle).baseOffset <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #store(segment: Segment, writtenFrom: number): void {
    const bytes = segment.bytesFrom(writtenFrom);
    if (bytes.length === 0) return;
    this.#byteLength += bytes.length;
    this.#options.storage.append(segment.baseOffset, bytes);
  }

  #roll(): Segment {
    const segment = new Segment(this.#endOffset);
    this.#options.storage.append(segment.baseOffset, Buffer.alloc(0));
    this.#segments.push(segment);
    return segment;
  }

  #dropFirst(): void {
    const dropped = this.#segments.shift();
    if (dropped === undefined) return;
    this.#byteLength -= dropped.byteLength;
    this.#options.storage.remove(dropped.baseOffset);
  }

  #dropLast(): void {
    const dropped = this.#segments.pop();
    if (dropped === undefined) return;
    this.#byteLength -= dropped.byteLength;
    this.#options.storage.remove(dropped.baseOffset);
  }

  #retain(): void {
    const { retention, segmentBytes } = this.#options;
    if (retention.kind === "compact") {
      if (this.#byteLength >= 2 * Math.max(this.#compactedBytes, segmentBytes)) this.#compactByKey();
      return;
    }
    while (this.#byteLength > retention.retentionBytes && this.#segments.length > 1) {
      const nextBase = this.#segmentAt(1).baseOffset;
      if (nextBase > this.#findStableOffset()) return;
      this.#dropFirst();
      this.#startOffset = Math.max(this.#startOffset, nextBase);
    }
  }

  #compactByKey(): void {
    const stableOffset = this.#findStableOffset();
    const horizon = Math.min(stableOffset, this.#options.tombstoneHorizon());
    this.#settle(keepNewest(this.#segments, this, stableOffset, horizon));
    this.#compactedBytes = this.#byteLength;
  }

  /**
   * Rewrites the segments, oldest first, with what `keep` tells: a death in between leaves older versions gone
   * before the newer ones, and data settled before the markers that settled it.
   */
  #settle(keep: KeepEntry): void {
    const isOpen = (producerId: number, offset: number) => {
      const firstOffset = this.#open.get(producerId);
      return firstOffset !== undefined && offset >= firstOffset;
    };
    const kept: Segment[] = [];
    // The first tells where the log starts and the last is written to, so these stay when nothing is left in them.
    const first = this.#segments[0];
    const last = this.#active;
    for (const segment of this.#segments) {
      const settled = segment.settled(this, (index) => keep(segment, index), isOpen);
      const isNeeded = settled.count > 0 || segment === first || segment === last;
      if (settled !== segment) {
        const { baseOffset } = segment;
        this.#byteLength += settled.byteLength - segment.byteLength;
        if (isNeeded) this.#options.storage.replace(baseOffset, settled.bytesFrom(0));
        else this.#options.storage.remove(baseOffset);
      }
      if (isNeeded) kept.push(settled);
    }
    this.#segments = kept;
    if (this.#active.endOffset < this.#endOffset) this.#roll();
  }

  /** Closes the producer's transaction; what an abort takes back is marked in the index. */
  #close(producerId: number, marker: EntryKind, markerOffset: number): void {
    const firstOffset = this.#open.get(producerId);
    this.#open.delete(producerId);
    if (firstOffset === undefined || marker !== entryKind.abortMarker) return;
    for (let at = this.#segmentIndexOf(firstOffset); at < this.#segments.length; at++) {
      const segment = this.#segmentAt(at);
      for (let index = segment.indexAtOrAbove(firstOffset); index < segment.count; index++) {
        if (segment.offsetAt(index) >= markerOffset) return;
        const isTransactional = segment.kindAt(index) === entryKind.transactional;
        if (isTransactional && segment.producerIdAt(index) === producerId) segment.markAborted(index);
      }
    }
  }

  #findStableOffset(): number {
    const [oldest] = this.#open.values();
    return oldest === undefined ? this.#endOffset : Math.max(oldest, this.#startOffset);
  }

  #changed(): void {
    this.#stableOffset = this.#findStableOffset();
    for (const watcher of this.watchers) watcher.changed();
  }

  #load(): Segment[] {
    const stored = this.#options.storage.load();
    const segments = stored.map(({ baseOffset, bytes }, at) => {
      const segment = Segment.load(baseOffset, bytes);
      if (segment.byteLength < bytes.length) {
        if (at < stored.length - 1) throw damaged(this, baseOffset, segment.byteLength);
        this.#options.storage.cut(baseOffset, segment.byteLength);
      }
      return segment;
    });
    if (segments.length > 0) return segments;
    this.#options.storage.append(0, Buffer.alloc(0));
    return [new Segment(0)];
  }

  #replayTransactions(): void {
    for (const segment of this.#segments) {
      for (let index = 0; index < segment.count; index++) {
        const kind = segment.kindAt(index);
        if (kind === entryKind.plain) continue;
        const producerId = segment.producerIdAt(index);
        if (kind !== entryKind.transactional) this.#close(producerId, kind, segment.offsetAt(index));
        else if (!this.#open.has(producerId)) this.#open.set(producerId, segment.offsetAt(index));
      }
    }
  }
}

function damaged(of: TopicPartition, baseOffset: number, byte: number): StoatFlowError {
  return new StoatFlowError(
    "log-unavailable",
    `the segment ${baseOffset} of ${partitionId(of)} is damaged at byte ${byte}`,
    { remedy: "bring its file back from a copy, or delete the directory of the embedded log" },
  );
}
