/**
 * A stretch of a partition's entries in one buffer, with an index of where each lies and what it is.
 *
 * It owns the bytes and the index. Bytes once written are never written over, since records handed out are views
 * of them: a cut or a compaction makes a new segment. Called by `PartitionLog` alone.
 */
import type { LogRecord } from "../record/record.ts";
import type { TopicPartition } from "../record/topic-partition.ts";
import {
  type EntryKind,
  entryKind,
  markerFrameBytes,
  type RecordContent,
  readKind,
  readOffset,
  readProducerId,
  readRecord,
  recordFrameBytesMax,
  writeMarker,
  writeRecord,
} from "./entry-codec.ts";
import { frameHeaderBytes, scanFrames } from "./frame.ts";

const firstBufferBytes = 4_096;

export class Segment {
  /** No entry of this segment is below it, none of the former one at or above it. */
  readonly baseOffset: number;
  #bytes: Buffer;
  #byteLength = 0;
  readonly #offsets: number[] = [];
  readonly #bodyStarts: number[] = [];
  readonly #kinds: EntryKind[] = [];

  constructor(baseOffset: number, bytes: Buffer = Buffer.allocUnsafe(firstBufferBytes)) {
    this.baseOffset = baseOffset;
    this.#bytes = bytes;
  }

  /** The segment that a file holds, without the torn tail it may have. */
  static load(baseOffset: number, bytes: Buffer): Segment {
    const segment = new Segment(baseOffset, bytes);
    segment.#byteLength = scanFrames(bytes, (bodyStart) => {
      segment.#index(readOffset(bytes, bodyStart), bodyStart, readKind(bytes, bodyStart));
    });
    return segment;
  }

  get count(): number {
    return this.#offsets.length;
  }

  get byteLength(): number {
    return this.#byteLength;
  }

  /** One above the last entry; the base where there is none. */
  get endOffset(): number {
    const last = this.#offsets.at(-1);
    return last === undefined ? this.baseOffset : last + 1;
  }

  /** What was written from `byteStart` on. */
  bytesFrom(byteStart: number): Buffer {
    return this.#bytes.subarray(byteStart, this.#byteLength);
  }

  append(offset: number, record: RecordContent, producerId: number | undefined): void {
    this.#reserve(recordFrameBytesMax(record));
    const start = this.#byteLength;
    this.#byteLength = writeRecord(this.#bytes, start, offset, record, producerId);
    const kind = producerId === undefined ? entryKind.plain : entryKind.transactional;
    this.#index(offset, start + frameHeaderBytes, kind);
  }

  appendMarker(
    offset: number,
    kind: typeof entryKind.commitMarker | typeof entryKind.abortMarker,
    producerId: number,
  ): void {
    this.#reserve(markerFrameBytes);
    const start = this.#byteLength;
    this.#byteLength = writeMarker(this.#bytes, start, offset, kind, producerId);
    this.#index(offset, start + frameHeaderBytes, kind);
  }

  /** The first index whose entry is at or above `offset`; `count` where there is none. */
  indexAtOrAbove(offset: number): number {
    let low = 0;
    let high = this.#offsets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.offsetAt(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  offsetAt(index: number): number {
    return this.#offsets[index] ?? this.endOffset;
  }

  kindAt(index: number): EntryKind {
    return this.#kinds[index] ?? entryKind.plain;
  }

  /** Of a transactional record, an aborted one or a marker. */
  producerIdAt(index: number): number {
    return readProducerId(this.#bytes, this.#bodyStartAt(index));
  }

  recordAt(index: number, of: TopicPartition): LogRecord {
    return readRecord(this.#bytes, this.#bodyStartAt(index), of);
  }

  markAborted(index: number): void {
    this.#kinds[index] = entryKind.aborted;
  }

  /**
   * A copy with the entries that `keep` tells, or this segment where nothing would change. Markers and aborted
   * records go, and committed records become plain, so that what is left needs no marker elsewhere.
   *
   * @param isOpen whether the producer's transaction is still open at that offset.
   */
  settled(
    of: TopicPartition,
    keep: (index: number) => boolean,
    isOpen: (producerId: number, offset: number) => boolean,
  ): Segment {
    const copy = new Segment(this.baseOffset);
    let changed = false;
    for (let index = 0; index < this.count; index++) {
      const kind = this.kindAt(index);
      const isData = kind === entryKind.plain || kind === entryKind.transactional;
      if (!isData || !keep(index)) {
        changed = true;
        continue;
      }
      const offset = this.offsetAt(index);
      const producerId = kind === entryKind.transactional ? this.producerIdAt(index) : undefined;
      const staysOpen = producerId !== undefined && isOpen(producerId, offset);
      if (producerId !== undefined && !staysOpen) changed = true;
      copy.append(offset, this.recordAt(index, of), staysOpen ? producerId : undefined);
    }
    return changed ? copy : this;
  }

  #index(offset: number, bodyStart: number, kind: EntryKind): void {
    this.#offsets.push(offset);
    this.#bodyStarts.push(bodyStart);
    this.#kinds.push(kind);
  }

  #bodyStartAt(index: number): number {
    return this.#bodyStarts[index] ?? this.#byteLength;
  }

  #reserve(bytes: number): void {
    const needed = this.#byteLength + bytes;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#byteLength);
    this.#bytes = grown;
  }
}
