/**
 * What was written to the topic that the app reads, record by record, and whether a reader may ever see it.
 *
 * Owned by one run. Every record has a number of its own in its partition, in the order of the log, which is its
 * value as `partition/number`.
 */
import type { EmbeddedWorld } from "@stoatflow/engine/testing";
import type { PlannedRecord } from "./plan.ts";

type Fate = "readable" | "open" | "undecodable" | "aborted" | "cut";

interface Written {
  readonly offset: bigint;
  fate: Fate;
}

type Producer = ReturnType<ReturnType<EmbeddedWorld["log"]["client"]>["producer"]>;

interface OpenTransaction {
  readonly producer: Producer;
  readonly records: readonly Written[];
}

export const topic = "in";

const notText = Buffer.from([0xff]);

export class InputLog {
  readonly #world: EmbeddedWorld;
  readonly #partitions: Written[][] = [];
  #upstream: OpenTransaction | undefined;
  #producers = 0;

  constructor(world: EmbeddedWorld, partitions: number) {
    this.#world = world;
    for (let p = 0; p < partitions; p += 1) this.#partitions.push([]);
  }

  get partitions(): number {
    return this.#partitions.length;
  }

  /** Records that a reader meets and skips. */
  get undecodable(): number {
    return this.#partitions.flat().filter(({ fate }) => fate === "undecodable").length;
  }

  addPartition(): void {
    this.#partitions.push([]);
    this.#world.log.addPartitions(topic, this.#partitions.length);
  }

  append(partition: number, records: readonly PlannedRecord[]): void {
    this.#world.log.append(topic, partition, this.#write(partition, records, "readable").contents);
  }

  appendAborted(partition: number, records: readonly PlannedRecord[]): void {
    const { contents } = this.#write(partition, records, "aborted");
    this.#world.log.appendTransaction(topic, partition, contents, "aborted");
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
    await producer.send(contents.map((content) => ({ topic, partition, ...content })));
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
    const { start, highWatermark } = this.#world.log.bounds(topic, partition);
    const end = start + BigInt(Math.floor(Number(highWatermark - start) * share));
    this.#world.log.truncate(topic, partition, Number(end));
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
    const first = this.#world.log.bounds(topic, partition).highWatermark;
    const written = records.map(({ undecodable }, place): Written => {
      const skipped = fate === "readable" && undecodable;
      return { offset: first + BigInt(place), fate: skipped ? "undecodable" : fate };
    });
    const contents = records.map(({ key, ts }, place) => ({
      key: key === null ? null : Buffer.from(key),
      value:
        written[place]?.fate === "undecodable" ? notText : Buffer.from(`${partition}/${of.length + place}`),
      timestampMs: this.#world.startMs + ts,
      headers: [],
    }));
    of.push(...written);
    return { contents, written };
  }

  #of(partition: number): Written[] {
    return this.#partitions[partition] ?? [];
  }
}
