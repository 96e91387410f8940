/**
 * What was written to the topics that the app reads, record by record, and whether a reader may ever see it.
 *
 * Owned by one run. The partitions are numbered over all topics, in the order in which they come to be; every record
 * has a number of its own in its partition, in the order of the log. Its value is `partition/number` of both.
 */
import { type EmbeddedWorld, type PartitionId, partitionId } from "@stoatflow/engine/testing";
import type { PlannedRecord } from "./plan.ts";
import type { Place } from "./plan-sources.ts";

type Fate = "readable" | "open" | "undecodable" | "aborted" | "cut";

export interface Written {
  readonly offset: bigint;
  readonly timestampMs: number;
  fate: Fate;
}

type Producer = ReturnType<ReturnType<EmbeddedWorld["log"]["client"]>["producer"]>;

interface OpenTransaction {
  readonly producer: Producer;
  readonly records: readonly Written[];
}

/** In front of a value, so that it is no text. */
const notText = Buffer.from([0xff]);

export class InputLog {
  readonly #world: EmbeddedWorld;
  readonly #places: readonly Place[];
  readonly #indices: ReadonlyMap<PartitionId, number>;
  readonly #partitions: Written[][] = [];
  #upstream: OpenTransaction | undefined;
  #producers = 0;

  /** @param partitions how many of the places are there from the start on. */
  constructor(world: EmbeddedWorld, places: readonly Place[], partitions: number) {
    this.#world = world;
    this.#places = places;
    this.#indices = new Map(places.map((place, index) => [partitionId(place), index]));
    for (let p = 0; p < partitions; p += 1) this.#partitions.push([]);
  }

  get partitions(): number {
    return this.#partitions.length;
  }

  /** Records that a reader meets and skips. */
  get undecodable(): number {
    return this.#partitions.flat().filter(({ fate }) => fate === "undecodable").length;
  }

  /** All that was ever written to a partition, by number. */
  written(partition: number): readonly Written[] {
    return this.#of(partition);
  }

  /** The number of a partition of a topic. */
  indexOf(place: Place): number {
    const index = this.#indices.get(partitionId(place));
    if (index === undefined) throw new Error(`nothing is read from ${partitionId(place)}`);
    return index;
  }

  placeOf(partition: number): Place {
    const place = this.#places[partition];
    if (place === undefined) throw new Error(`a run has no partition ${partition}`);
    return place;
  }

  /** Nothing happens where all are there. */
  addPartition(): void {
    const place = this.#places[this.#partitions.length];
    if (place === undefined) return;
    this.#partitions.push([]);
    this.#world.log.addPartitions(place.topic, place.partition + 1);
  }

  append(partition: number, records: readonly PlannedRecord[]): void {
    const { topic, partition: of } = this.placeOf(partition);
    this.#world.log.append(topic, of, this.#write(partition, records, "readable").contents);
  }

  /** Ends each partition with records that bring its watermark above that of all others, whoever makes it. */
  appendLast(): void {
    let highestMs = this.#world.startMs;
    for (const { timestampMs } of this.#partitions.flat()) highestMs = Math.max(highestMs, timestampMs);
    const ts = highestMs - this.#world.startMs + 10_000;
    const last = { key: "a", ts, undecodable: false };
    for (let p = 0; p < this.partitions; p += 1)
      this.append(
        p,
        Array.from({ length: 6 }, () => last),
      );
  }

  appendAborted(partition: number, records: readonly PlannedRecord[]): void {
    const { topic, partition: of } = this.placeOf(partition);
    const { contents } = this.#write(partition, records, "aborted");
    this.#world.log.appendTransaction(topic, of, contents, "aborted");
  }

  /** A producer begins a transaction, writes, and leaves it open; one at a time. */
  async openTransaction(partition: number, records: readonly PlannedRecord[]): Promise<void> {
    if (this.#upstream !== undefined) return;
    this.#producers += 1;
    // The faults that are armed are meant for the app.
    this.#world.log.heal();
    const producer = this.#world.log.client().producer({ transactionalId: `upstream-${this.#producers}` });
    await producer.init();
    await producer.begin();
    const { contents, written } = this.#write(partition, records, "open");
    const place = this.placeOf(partition);
    await producer.send(contents.map((content) => ({ ...place, ...content })));
    this.#upstream = { producer, records: written };
  }

  async endTransaction(commit: boolean): Promise<void> {
    const upstream = this.#upstream;
    if (upstream === undefined) return;
    this.#upstream = undefined;
    this.#world.log.heal();
    if (commit) await upstream.producer.commit();
    else await upstream.producer.abort();
    for (const written of upstream.records) written.fate = commit ? "readable" : "aborted";
  }

  /** The broker has lost the end of the partition's log. Gives where it ends now. */
  cut(partition: number, share: number): bigint {
    const { topic, partition: of } = this.placeOf(partition);
    const { start, highWatermark } = this.#world.log.bounds(topic, of);
    const end = start + BigInt(Math.floor(Number(highWatermark - start) * share));
    this.#world.log.truncate(topic, of, Number(end));
    for (const written of this.#of(partition)) {
      if (written.offset < end) continue;
      if (written.fate === "readable" || written.fate === "undecodable") written.fate = "cut";
    }
    return end;
  }

  /** Numbers of the records that a reader must see, each once, in order. */
  readable(partition: number): number[] {
    return this.#of(partition).flatMap(({ fate }, number) => (fate === "readable" ? number : []));
  }

  /** Whether a reader that has read up to `last` may read `number` next: none that it must see lies between. */
  follows(partition: number, last: number | undefined, number: number): boolean {
    const from = last === undefined ? 0 : last + 1;
    if (number < from) return false;
    const of = this.#of(partition);
    const { fate } = of[number] ?? { fate: "aborted" };
    return (
      (fate === "readable" || fate === "cut") && !of.slice(from, number).some((w) => w.fate === "readable")
    );
  }

  /** Whether the record went with a cut: positions behind it may lie in front of it again. */
  isCut(partition: number, number: number): boolean {
    return this.#of(partition)[number]?.fate === "cut";
  }

  /**
   * Numbers of the records behind `last` and in front of the offset that a reader must see. Where the log was cut in
   * front of `last`, a position may still be the one from before the cut.
   */
  readableBetween(partition: number, last: number | undefined, below: bigint): number[] {
    const of = this.#of(partition);
    if (last !== undefined && this.isCut(partition, last)) return [];
    const from = last === undefined ? 0 : last + 1;
    return of.flatMap(({ fate, offset }, number) =>
      number >= from && fate === "readable" && offset < below ? [number] : [],
    );
  }

  #write(partition: number, records: readonly PlannedRecord[], fate: Fate) {
    const of = this.#of(partition);
    const { topic, partition: inTopic } = this.placeOf(partition);
    const first = this.#world.log.bounds(topic, inTopic).highWatermark;
    const written = records.map(({ undecodable, ts }, place): Written => {
      const skipped = fate === "readable" && undecodable;
      return {
        offset: first + BigInt(place),
        timestampMs: this.#world.startMs + ts,
        fate: skipped ? "undecodable" : fate,
      };
    });
    const contents = written.map(({ timestampMs, ...as }, place) => {
      const key = records[place]?.key ?? null;
      const text = Buffer.from(`${partition}/${of.length + place}`);
      return {
        key: key === null ? null : Buffer.from(key),
        value: as.fate === "undecodable" ? Buffer.concat([notText, text]) : text,
        timestampMs,
        headers: [],
      };
    });
    of.push(...written);
    return { contents, written };
  }

  #of(partition: number): Written[] {
    return this.#partitions[partition] ?? [];
  }
}
