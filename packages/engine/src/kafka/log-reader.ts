/**
 * Fetches for a set of partition cursors: one request at a time to each broker that leads some of them.
 *
 * Owned by one consumer, or by one reading to the end. It is driven by events and never polls: whoever makes a cursor
 * fetchable calls `pump`. kafkajs' own consumer is not used for data, because it leaks aborted records, commits
 * offsets of its own accord, waits for handlers, and starts again from the committed offsets at each rejoin.
 */
import type { Broker, Cluster } from "kafkajs";
import { messageOf } from "../errors.ts";
import type { Offset } from "../record/offset.ts";
import { type PartitionId, partitionId, type TopicPartition } from "../record/topic-partition.ts";
import type { FetchedMessage, FetchedPartition, FetchResponse } from "./fetch-response.ts";
import { causeNamed, isFinal } from "./kafka-error.ts";
import { lastStableOffsets, logBounds, type OffsetSource } from "./log-bounds.ts";
import type { KafkaSettings } from "./options.ts";
import type { PartitionCursor } from "./partition-cursor.ts";
import { visibleRecords } from "./visible-records.ts";

const partitionBytesLimit = 1024 * 1024;
/** Below this a fetch is hardly worth its request. */
const partitionBytesLeast = 16 * 1024;
const responseBytesLimit = 10 * 1024 * 1024;
const shortestRetryMs = 50;
const longestRetryMs = 1000;
/** Ends of partitions that are not being fetched are asked for this often. */
const endsMaxAgeMs = 500;
const warnAtMostEveryMs = 1000;
const readCommitted = 1;

export interface LogReaderEvents {
  /** What an answer brought of one partition, before what a reader may not see is left out; at least one message. */
  onFetched?(partition: TopicPartition, messages: readonly FetchedMessage[]): void;
  /** A cursor has moved, or knows a new end. */
  onProgress(): void;
  /** The log went back below a cursor's position; the cursor goes on at its new end. */
  onSeekBack(cursor: PartitionCursor, from: Offset, to: Offset): void;
  /** Reading cannot go on. */
  onFailure(error: Error): void;
}

/** What is needed of a cluster to fetch. */
export interface FetchSource extends OffsetSource, Pick<Cluster, "findLeaderForPartitions" | "removeBroker"> {
  findBroker(node: { nodeId: string }): Promise<Pick<Broker, "fetch">>;
}

interface Asked {
  readonly cursor: PartitionCursor;
  readonly generation: number;
  readonly offset: Offset;
}

export class LogReader {
  readonly #cluster: FetchSource;
  readonly #settings: KafkaSettings;
  readonly #events: LogReaderEvents;
  #cursors: ReadonlyMap<PartitionId, PartitionCursor> = new Map();
  /** Brokers with a fetch on its way, or waiting to be tried again. */
  readonly #busy = new Set<string>();
  #failuresInARow = 0;
  #warnedAtMs = Number.NEGATIVE_INFINITY;
  #stopped = false;
  #cancelEnds: (() => void) | undefined;
  #isLeaderMissing = false;

  constructor(cluster: FetchSource, settings: KafkaSettings, events: LogReaderEvents) {
    this.#cluster = cluster;
    this.#settings = settings;
    this.#events = events;
  }

  /** Replaces the set of cursors. An answer on its way for one that has left is ignored. */
  assign(cursors: ReadonlyMap<PartitionId, PartitionCursor>): void {
    this.#cursors = cursors;
    if (this.#cancelEnds === undefined) this.#scheduleEnds();
    this.pump();
  }

  /** What each partition may hold: equal shares, so that none starves another. */
  get bytesLimitEach(): number {
    return this.#settings.readAheadBytesLimit / Math.max(1, this.#cursors.size);
  }

  /** Sends what can be fetched to every broker that is not being asked already. */
  pump(): void {
    if (this.#stopped) return;
    const limit = this.bytesLimitEach;
    const wanted = new Map<string, Asked[]>();
    for (const cursor of this.#cursors.values()) {
      if (!cursor.isFetchable(limit)) continue;
      const leader = this.#leaderOf(cursor);
      if (leader === undefined) {
        void this.#findLeaders();
        continue;
      }
      if (this.#busy.has(leader)) continue;
      const asked = wanted.get(leader) ?? [];
      asked.push({ cursor, generation: cursor.generation, offset: cursor.fetchOffset });
      wanted.set(leader, asked);
    }
    for (const [leader, asked] of wanted) void this.#fetch(leader, asked);
  }

  /** Ends reading; answers on their way are ignored. */
  stop(): void {
    this.#stopped = true;
    this.#cancelEnds?.();
  }

  async #fetch(leader: string, fetchable: readonly Asked[]): Promise<void> {
    // A partition that is probed is asked for alone: only then does an empty answer mean that there is nothing.
    const probed = fetchable.find(({ cursor }) => cursor.phase === "probing");
    const asked = probed === undefined ? fetchable : [probed];
    this.#busy.add(leader);
    let retryMs = 0;
    try {
      const response = await this.#request(leader, asked);
      if (this.#stopped) return;
      this.#failuresInARow = 0;
      this.#accept(response, asked);
    } catch (error) {
      if (this.#stopped) return;
      retryMs = await this.#recover(error, asked);
    }
    if (retryMs > 0) {
      this.#settings.clock.after(retryMs, () => this.#release(leader));
    } else this.#release(leader);
  }

  #release(leader: string): void {
    this.#busy.delete(leader);
    this.pump();
  }

  async #request(leader: string, asked: readonly Asked[]): Promise<FetchResponse> {
    const byTopic = new Map<string, { partition: number; fetchOffset: string; maxBytes: number }[]>();
    const share = Math.max(
      partitionBytesLeast,
      Math.min(partitionBytesLimit, Math.floor(this.bytesLimitEach)),
    );
    for (const { cursor, offset } of asked) {
      const { topic, partition } = cursor.partition;
      const partitions = byTopic.get(topic) ?? [];
      partitions.push({ partition, fetchOffset: offset.toString(), maxBytes: share });
      byTopic.set(topic, partitions);
    }
    const broker = await this.#cluster.findBroker({ nodeId: leader });
    return await broker.fetch({
      isolationLevel: readCommitted,
      maxWaitTime: this.#settings.fetchWaitMs,
      minBytes: 1,
      maxBytes: responseBytesLimit,
      topics: [...byTopic].map(([topic, partitions]) => ({ topic, partitions })),
    });
  }

  #accept(response: FetchResponse, asked: readonly Asked[]): void {
    const askedById = new Map(asked.map((each) => [each.cursor.id, each]));
    let isNews = false;
    for (const { topicName, partitions } of response.responses) {
      for (const fetched of partitions) {
        const each = askedById.get(partitionId({ topic: topicName, partition: fetched.partition }));
        // The cursor may have left or been replaced while the answer was on its way.
        if (each === undefined || this.#cursors.get(each.cursor.id) !== each.cursor) continue;
        if (this.#acceptOne(each, fetched)) isNews = true;
      }
    }
    if (isNews) this.#events.onProgress();
  }

  #acceptOne({ cursor, generation, offset }: Asked, fetched: FetchedPartition): boolean {
    if (cursor.generation !== generation) return false;
    if (fetched.messages.length > 0) this.#events.onFetched?.(cursor.partition, fetched.messages);
    const visible = visibleRecords(
      cursor.partition,
      offset,
      fetched.messages,
      fetched.abortedTransactions ?? [],
    );
    const highWatermark = BigInt(fetched.highWatermark);
    const lastStableOffset =
      fetched.lastStableOffset === undefined ? highWatermark : BigInt(fetched.lastStableOffset);
    const nowMs = this.#settings.clock.monotonicMs();
    return cursor.accept(generation, visible, { lastStableOffset, highWatermark }, nowMs);
  }

  /** @returns how long to leave the broker alone, in milliseconds. */
  async #recover(error: unknown, asked: readonly Asked[]): Promise<number> {
    const outOfRange = causeNamed(error, "KafkaJSOffsetOutOfRange");
    if (outOfRange !== undefined && "topic" in outOfRange && "partition" in outOfRange) {
      const lost = asked.find(
        ({ cursor: { partition: of } }) =>
          of.topic === outOfRange.topic && of.partition === outOfRange.partition,
      );
      // The other partitions of the request go on at once; what was fetched for them is fetched again.
      if (lost !== undefined && lost.cursor.generation === lost.generation) void this.#findLog(lost.cursor);
      return 0;
    }
    if (isFinal(error)) {
      this.stop();
      this.#events.onFailure(new Error(unreadable(error, asked), { cause: error }));
      return 0;
    }
    this.#failuresInARow += 1;
    for (const { cursor } of asked) cursor.fetchFailed(messageOf(error));
    this.#events.onProgress();
    this.#warn({ err: error }, `a fetch of ${named(asked)} failed and is tried again: ${messageOf(error)}`);
    const closed = causeNamed(error, "KafkaJSConnectionClosedError");
    if (closed !== undefined && "host" in closed && "port" in closed) {
      this.#cluster.removeBroker({ host: String(closed.host), port: Number(closed.port) });
    }
    // A failed refresh shows as the failure of the next fetch.
    await this.#cluster.refreshMetadata().catch(() => undefined);
    return Math.min(longestRetryMs, shortestRetryMs * 2 ** Math.min(this.#failuresInARow, 10));
  }

  /** Asks where the log of a partition begins and ends, and lets the cursor go on there. */
  async #findLog(cursor: PartitionCursor): Promise<void> {
    cursor.loseLog();
    const generation = cursor.generation;
    const offset = cursor.fetchOffset;
    try {
      const bounds = await logBounds(this.#settings, this.#cluster, [cursor.partition]);
      const found = bounds.get(cursor.id);
      if (this.#stopped || cursor.generation !== generation || found === undefined) return;
      const nowMs = this.#settings.clock.monotonicMs();
      const { start, end } = found;
      if (offset < start) {
        this.#warn(
          { partition: cursor.id, from: `${offset}`, to: `${start}` },
          `${cursor.id} lost its beginning: offsets ${offset} to ${start} are gone, reading goes on at ${start}`,
        );
        cursor.findLog(start);
      } else if (offset > end) {
        const from = cursor.position ?? offset;
        const isBehind = from > end;
        cursor.seek(isBehind ? end : from);
        cursor.learnEnds({ lastStableOffset: end, highWatermark: end }, nowMs);
        if (isBehind) this.#events.onSeekBack(cursor, from, end);
      } else cursor.findLog(offset);
      this.#events.onProgress();
      this.pump();
    } catch (error) {
      if (this.#stopped || cursor.generation !== generation) return;
      this.#warn({ err: error }, `the bounds of ${cursor.id} could not be found: ${messageOf(error)}`);
      this.#settings.clock.after(longestRetryMs, () => {
        if (!this.#stopped && cursor.generation === generation) void this.#findLog(cursor);
      });
    }
  }

  #leaderOf({ partition: { topic, partition } }: PartitionCursor): string | undefined {
    try {
      return Object.keys(this.#cluster.findLeaderForPartitions(topic, [partition]))[0];
    } catch {
      // No metadata yet, or the partition has no leader for the moment.
      return undefined;
    }
  }

  async #findLeaders(): Promise<void> {
    if (this.#isLeaderMissing) return;
    this.#isLeaderMissing = true;
    await this.#cluster.refreshMetadata().catch((error: unknown) => {
      this.#warn({ err: error }, `the leaders of some partitions are unknown: ${messageOf(error)}`);
    });
    this.#settings.clock.after(shortestRetryMs, () => {
      this.#isLeaderMissing = false;
      this.pump();
    });
  }

  /** A partition that is full or paused is not fetched, and its end moves all the same. */
  #scheduleEnds(): void {
    this.#cancelEnds = this.#settings.clock.after(endsMaxAgeMs, () => {
      void this.#refreshEnds().then(() => {
        if (!this.#stopped) this.#scheduleEnds();
      });
    });
  }

  async #refreshEnds(): Promise<void> {
    const oldestMs = this.#settings.clock.monotonicMs() - endsMaxAgeMs;
    const stale = [...this.#cursors.values()].filter(
      (cursor) => cursor.position !== undefined && cursor.endsKnownAtMs < oldestMs,
    );
    if (stale.length === 0) return;
    try {
      const ends = await lastStableOffsets(
        this.#cluster,
        stale.map((cursor) => cursor.partition),
      );
      const nowMs = this.#settings.clock.monotonicMs();
      let isNews = false;
      for (const cursor of stale) {
        const end = ends.get(cursor.id);
        if (end === undefined || cursor.endsKnownAtMs >= oldestMs) continue;
        // Only the last stable offset was asked for; a high watermark below it is raised by the cursor.
        const highWatermark = cursor.highWatermark ?? end;
        if (cursor.learnEnds({ lastStableOffset: end, highWatermark }, nowMs)) isNews = true;
      }
      if (isNews && !this.#stopped) this.#events.onProgress();
    } catch (error) {
      if (!this.#stopped) this.#warn({ err: error }, `log ends could not be read: ${messageOf(error)}`);
    }
  }

  #warn(fields: object, message: string): void {
    const nowMs = this.#settings.clock.monotonicMs();
    if (nowMs - this.#warnedAtMs < warnAtMostEveryMs) return;
    this.#warnedAtMs = nowMs;
    this.#settings.logger?.warn(fields, message);
  }
}

function named(asked: readonly Asked[]): string {
  const ids = asked.map(({ cursor }) => cursor.id);
  return ids.length <= 3 ? ids.join(", ") : `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more`;
}

function unreadable(error: unknown, asked: readonly Asked[]): string {
  const said = messageOf(error);
  if (causeNamed(error, "RangeError") !== undefined) {
    return `${named(asked)} cannot be read: a batch holds too many records for the client (${said}); write smaller batches`;
  }
  return `${named(asked)} cannot be read: ${said}`;
}
