/**
 * Looks at who was chosen: nobody that its alignment group holds, and nobody while an empty partition has its time.
 *
 * Owned by one run, told of each record before its event time counts. The group's lowest is looked for over all of its
 * partitions, each time.
 */
import {
  type DispatchPartition,
  type LogRecord,
  type PartitionId,
  partitionId,
} from "@stoatflow/engine/testing";
import type { EventTimes } from "./event-times.ts";
import type { Plan } from "./plan.ts";

export interface ChoiceWatchOptions {
  readonly plan: Pick<Plan, "sources" | "maxTaskIdleMs">;
  readonly times: EventTimes;
  readonly nowMs: () => number;
}

export class ChoiceWatch {
  /** What was found, one sentence each. */
  readonly faults: string[] = [];
  readonly #options: ChoiceWatchOptions;
  readonly #drifts: ReadonlyMap<string, number | undefined>;
  readonly #aligns: boolean;
  /** When each had its last record, or was begun to be read. */
  readonly #hadDataMs = new Map<PartitionId, number>();
  #partitions: () => Iterable<DispatchPartition> = () => [];

  constructor(options: ChoiceWatchOptions) {
    this.#options = options;
    this.#drifts = new Map(options.plan.sources.map(({ topic, maxDriftMs }) => [topic, maxDriftMs]));
    this.#aligns = options.plan.sources.some(({ maxDriftMs }) => maxDriftMs !== undefined);
  }

  /** A process has begun; these are its partitions at each time. */
  follow(partitions: () => Iterable<DispatchPartition>): void {
    this.#partitions = partitions;
  }

  /** Its partition is begun to be read. */
  positioned(id: PartitionId): void {
    this.#hadDataMs.set(id, this.#options.nowMs());
  }

  /** @param held who could not be chosen, as `heldBefore` says. */
  dispatched(record: LogRecord, held: ReadonlySet<PartitionId>): void {
    const { plan, nowMs } = this.#options;
    const id = partitionId(record);
    if (held.has(id)) this.faults.push(`${id}@${record.offset} went out while its group held it`);
    if (plan.maxTaskIdleMs > 0) {
      for (const { idle, source } of this.#partitions()) {
        if (source.id === id || idle || source.buffer.size > 0 || held.has(source.id)) continue;
        const waitedMs = nowMs() - (this.#hadDataMs.get(source.id) ?? Number.NEGATIVE_INFINITY);
        if (waitedMs >= plan.maxTaskIdleMs) continue;
        this.faults.push(
          `${id}@${record.offset} went out ${waitedMs} ms after ${source.id} had become empty`,
        );
      }
    }
    this.#hadDataMs.set(id, nowMs());
  }

  /** The partitions whose watermark was more than their drift above the lowest of their group, before this one went. */
  heldBefore(record: LogRecord): ReadonlySet<PartitionId> {
    const { times } = this.#options;
    const chosen = partitionId(record);
    const held = new Set<PartitionId>();
    if (!this.#aligns) return held;
    const group = [...this.#partitions()].filter(({ partition }) => this.#driftMs(partition) !== undefined);
    let lowestMs = Number.POSITIVE_INFINITY;
    for (const each of group) {
      if (each.source.id === chosen) {
        // It had this record, and before its first one it may have had its preview.
        lowestMs = Math.min(lowestMs, times.valueMs(each) ?? times.previewMs(record) ?? lowestMs);
      } else if (!each.idle && !times.isLeftOut(each)) {
        lowestMs = Math.min(lowestMs, times.valueMs(each) ?? lowestMs);
      }
    }
    for (const { partition, source } of group) {
      const limitMs = (times.ownMs(partition) ?? lowestMs) - (this.#driftMs(partition) ?? 0);
      if (limitMs > lowestMs) held.add(source.id);
    }
    return held;
  }

  #driftMs({ topic }: { readonly topic: string }): number | undefined {
    return this.#drifts.get(topic);
  }
}
