/**
 * Where one partition is being read: what was fetched and not taken yet, and where the next fetch begins.
 *
 * Owned by one consumer or one reading to the end; it does no input or output. It keeps invariants 1 and 8 on the way
 * in: records leave in offset order and each once, and an answer to a fetch that a seek has overtaken is refused.
 */
import { assert } from "../assert.ts";
import type { Offset } from "../record/offset.ts";
import { type LogRecord, recordBytes } from "../record/record.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import type { VisibleRecords } from "./visible-records.ts";

/** What a fetch of a partition brought, besides records. */
export interface FetchedEnds {
  readonly lastStableOffset: Offset;
  readonly highWatermark: Offset;
}

type Phase =
  /** Newly assigned: nothing is fetched before it is sought. */
  | { readonly kind: "awaiting-seek" }
  | { readonly kind: "reading" }
  /** The last fetch brought no record although there is something below the end: it is fetched again, alone. */
  | { readonly kind: "probing" }
  /** Its offset lies outside the log, and the log is being asked where it begins and ends. */
  | { readonly kind: "lost" };

export class PartitionCursor {
  readonly partition: TopicPartition;
  readonly id: PartitionId;
  #phase: Phase = { kind: "awaiting-seek" };
  #isPaused = false;
  #generation = 0;
  #fetchOffset: Offset = 0n;
  #chunks: (readonly LogRecord[])[] = [];
  #takenOfFirst = 0;
  #bytes = 0;
  #count = 0;
  #endPosition: Offset | undefined;
  #highWatermark: Offset | undefined;
  #endsKnownAtMs = Number.NEGATIVE_INFINITY;
  #lastFetchError: string | undefined;

  constructor(partition: TopicPartition) {
    this.partition = { topic: partition.topic, partition: partition.partition };
    this.id = partitionId(partition);
  }

  /** Rises with each seek; an answer to a fetch of an older generation is stale. */
  get generation(): number {
    return this.#generation;
  }
  /** Where the next fetch begins. */
  get fetchOffset(): Offset {
    return this.#fetchOffset;
  }
  get bytes(): number {
    return this.#bytes;
  }
  /** Records that could be taken now. */
  get takeable(): number {
    return this.#isPaused ? 0 : this.#count;
  }
  get phase(): Phase["kind"] {
    return this.#phase.kind;
  }
  get endPosition(): Offset | undefined {
    return this.#endPosition;
  }
  get highWatermark(): Offset | undefined {
    return this.#highWatermark;
  }
  /** Monotonic time at which the broker last told the ends. */
  get endsKnownAtMs(): number {
    return this.#endsKnownAtMs;
  }
  /** Why the last fetch failed; `undefined` where it went well. */
  get lastFetchError(): string | undefined {
    return this.#lastFetchError;
  }
  /** Offset of the next record to be taken; `undefined` before the first seek. */
  get position(): Offset | undefined {
    if (this.#phase.kind === "awaiting-seek") return undefined;
    return this.#chunks[0]?.[this.#takenOfFirst]?.offset ?? this.#fetchOffset;
  }

  /** Whether a fetch may be sent, given the bytes that this partition may hold. */
  isFetchable(bytesLimit: number): boolean {
    const { kind } = this.#phase;
    return (kind === "reading" || kind === "probing") && !this.#isPaused && this.#bytes < bytesLimit;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** A fetch of it was answered with an error; the next answer that goes well takes that back. */
  fetchFailed(error: string): void {
    this.#lastFetchError = error;
  }

  /** Throws away what was fetched and goes on at `offset`. */
  seek(offset: Offset): void {
    this.#generation += 1;
    this.#fetchOffset = offset;
    this.#chunks = [];
    this.#takenOfFirst = 0;
    this.#bytes = 0;
    this.#count = 0;
    this.#phase = { kind: "reading" };
    this.#clampEnds();
  }

  /** The broker says that the fetch offset lies outside the log. What was fetched is kept for now. */
  loseLog(): void {
    assert(this.#phase.kind !== "awaiting-seek", `${this.id} was fetched before it was sought`);
    this.#phase = { kind: "lost" };
  }

  /** Fetching goes on where it stood, or at a higher offset where the log has lost its beginning. */
  findLog(fetchOffset: Offset): void {
    assert(fetchOffset >= this.#fetchOffset, `${this.id} only skips forward`);
    this.#generation += 1;
    this.#fetchOffset = fetchOffset;
    this.#phase = { kind: "reading" };
  }

  /**
   * Takes over the answer to a fetch.
   *
   * @returns whether it told anything new; a stale answer never does.
   */
  accept(generation: number, visible: VisibleRecords, ends: FetchedEnds, nowMs: number): boolean {
    if (generation !== this.#generation) return false;
    const failedBefore = this.#lastFetchError !== undefined;
    this.#lastFetchError = undefined;
    const before = this.#fetchOffset;
    this.#fetchOffset = visible.nextOffset;
    if (visible.records.length > 0) {
      this.#chunks.push(visible.records);
      this.#bytes += visible.bytes;
      this.#count += visible.records.length;
    }
    if (visible.nextOffset > before) this.#phase = { kind: "reading" };
    else if (ends.lastStableOffset <= before) this.#phase = { kind: "reading" };
    else if (this.#phase.kind === "reading") this.#phase = { kind: "probing" };
    else {
      // Asked for alone, a broker answers with at least one whole batch if there is one. So all that lies between here
      // and the end are batches that compaction has left without records.
      this.#fetchOffset = ends.lastStableOffset;
      this.#phase = { kind: "reading" };
    }
    const told = this.learnEnds(ends, nowMs);
    return told || failedBefore || this.#fetchOffset > before;
  }

  /** @returns whether an end has changed. */
  learnEnds(ends: FetchedEnds, nowMs: number): boolean {
    const { lastStableOffset, highWatermark } = ends;
    const changed = this.#endPosition !== lastStableOffset || this.#highWatermark !== highWatermark;
    this.#endPosition = lastStableOffset;
    this.#highWatermark = highWatermark;
    this.#endsKnownAtMs = nowMs;
    this.#clampEnds();
    return changed;
  }

  /** Takes up to `limit` records from the head. */
  take(limit: number): readonly LogRecord[] {
    const first = this.#chunks[0];
    if (first === undefined || limit <= 0 || this.#isPaused) return [];
    if (this.#chunks.length === 1 && this.#takenOfFirst === 0 && first.length <= limit) {
      this.#chunks = [];
      this.#bytes = 0;
      this.#count = 0;
      return first;
    }
    const taken: LogRecord[] = [];
    while (taken.length < limit) {
      const chunk = this.#chunks[0];
      if (chunk === undefined) break;
      const record = chunk[this.#takenOfFirst];
      assert(record !== undefined, `${this.id} keeps no chunk that is used up`);
      taken.push(record);
      this.#bytes -= recordBytes(record);
      this.#count -= 1;
      this.#takenOfFirst += 1;
      if (this.#takenOfFirst === chunk.length) {
        this.#chunks.shift();
        this.#takenOfFirst = 0;
      }
    }
    return taken;
  }

  /** An end that was asked for before the position moved past it is raised: an end below its position misleads. */
  #clampEnds(): void {
    const position = this.position;
    if (position === undefined || this.#endPosition === undefined) return;
    if (this.#endPosition < position) this.#endPosition = position;
    if (this.#highWatermark === undefined || this.#highWatermark < this.#endPosition) {
      this.#highWatermark = this.#endPosition;
    }
  }
}
