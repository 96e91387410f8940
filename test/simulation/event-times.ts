/**
 * The watermark of each partition, by the records dispatched, or by what a generator of the app's own has emitted.
 *
 * Owned by one run, which tells it of each dispatch, emission, barrier and recovery; the watches ask it. It takes
 * nothing from the engine's own reckoning.
 */
import {
  type DispatchPartition,
  type LogRecord,
  type PartitionId,
  partitionId,
} from "@stoatflow/engine/testing";
import type { Plan } from "./plan.ts";
import type { Place, PlannedSource } from "./plan-sources.ts";

export class EventTimes {
  readonly #plan: Pick<Plan, "boundMs" | "places">;
  readonly #sources: ReadonlyMap<string, PlannedSource>;
  readonly #highest = new Map<PartitionId, number>();
  #emitted = new Map<PartitionId, number>();
  /** Emitted by the record that is being dispatched: it counts from its dispatch on. */
  #pending: (() => void) | undefined;
  /** What the barrier of each epoch keeps of the generators. */
  readonly #kept = new Map<number, ReadonlyMap<PartitionId, number>>();

  constructor(plan: Pick<Plan, "boundMs" | "sources" | "places">) {
    this.#plan = plan;
    this.#sources = new Map(plan.sources.map((source) => [source.topic, source]));
  }

  /** A start or a recovery goes on behind these records and this epoch. */
  goOnBehind(records: Iterable<LogRecord>, epoch: number): void {
    this.#highest.clear();
    this.#emitted = new Map(this.#kept.get(epoch));
    for (const record of records) this.#rise(record);
  }

  dispatched(record: LogRecord): void {
    this.#rise(record);
    this.#pending?.();
    this.#pending = undefined;
  }

  emitted(partition: number, watermarkMs: number): void {
    const place = this.#plan.places[partition];
    if (place === undefined) return;
    const id = partitionId(place);
    const count = (): void => {
      this.#emitted.set(id, Math.max(this.#emitted.get(id) ?? watermarkMs, watermarkMs));
    };
    if (this.#sources.get(place.topic)?.generator?.at === "event") this.#pending = count;
    else count();
  }

  fixed(epoch: number): void {
    this.#kept.set(epoch, new Map(this.#emitted));
  }

  /** Its watermark, without a preview. */
  ownMs(place: Place): number | undefined {
    const id = partitionId(place);
    if (this.isCustom(place.topic)) return this.#emitted.get(id);
    const highestMs = this.#highest.get(id);
    return highestMs === undefined ? undefined : highestMs - this.#plan.boundMs;
  }

  /** Its preview, else its watermark. */
  valueMs(partition: DispatchPartition): number | undefined {
    const ownMs = this.ownMs(partition.partition);
    const previewMs = partition.hold?.previewMs;
    return previewMs === undefined ? ownMs : Math.max(ownMs ?? previewMs, previewMs);
  }

  /** The watermark that a partition without one comes to with this record, where that is known in advance. */
  previewMs({ topic, timestampMs }: LogRecord): number | undefined {
    return this.isCustom(topic) ? undefined : timestampMs - this.#plan.boundMs;
  }

  isCustom(topic: string): boolean {
    return this.#sources.get(topic)?.generator !== undefined;
  }

  /** A table's partition without a backlog says nothing of event time. */
  isLeftOut({ source: { partition, buffer, waitingForData } }: DispatchPartition): boolean {
    return this.#sources.get(partition.topic)?.role === "table" && buffer.size === 0 && !waitingForData;
  }

  #rise(record: LogRecord): void {
    const id = partitionId(record);
    this.#highest.set(id, Math.max(this.#highest.get(id) ?? record.timestampMs, record.timestampMs));
  }
}
