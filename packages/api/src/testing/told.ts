/** What an app told, tick by tick, as its collector remembers it: for the tests of what is made of it. */
import type { FeedSnapshot, HeldBackBy, PartitionWatermark } from "@stoatflow/engine/wire";
import type { ReceivedTick } from "../collector/summary.ts";
import { type Trace, Trail } from "../collector/trail.ts";
import { diagnosisOf } from "../diagnosis/diagnosis-of.ts";
import type { Connection } from "../wire/connection.ts";
import { type Diagnosis, diagnosis } from "../wire/diagnosis.ts";
import { partitionOf, snapshotOf } from "./bodies.ts";

export const startMs = 1_790_000_000_000;

/** What a tick tells. Where nothing is said it is as in the one before. */
export interface Told {
  /** Since the start. @default a second after the one before */
  readonly atMs?: number;
  /** By the collector's clock, since the start. @default as long after the one before as it was made */
  readonly receivedAtMs?: number;
  /** @default the one before, and 1 */
  readonly sequence?: number;
  readonly bootId?: string;
  readonly globalWatermarkMs?: number | null;
  readonly heldBackBy?: HeldBackBy | null;
  readonly partitions?: readonly PartitionWatermark[];
  readonly status?: Partial<FeedSnapshot["status"]>;
  readonly lanes?: FeedSnapshot["lanes"];
  readonly commits?: FeedSnapshot["commits"];
}

/** One app as it is followed. */
export class ToldApp {
  readonly #trail = new Trail();
  #last: Required<Pick<Told, "atMs" | "sequence" | "bootId">> = { atMs: 0, sequence: 0, bootId: "boot1" };
  #newest: ReceivedTick | undefined;

  tick(told: Told = {}): this {
    const first = this.#newest === undefined;
    const atMs = told.atMs ?? (first ? 0 : this.#last.atMs + 1000);
    const sequence = told.sequence ?? this.#last.sequence + 1;
    const bootId = told.bootId ?? this.#last.bootId;
    const before = this.#newest?.snapshot ?? snapshotOf();
    const { watermarks } = before;
    const snapshot: FeedSnapshot = {
      ...before,
      bootId,
      sequence: String(sequence),
      atMs: startMs + atMs,
      status: { ...before.status, ...told.status },
      watermarks: {
        globalWatermarkMs:
          told.globalWatermarkMs === undefined ? watermarks.globalWatermarkMs : told.globalWatermarkMs,
        heldBackBy: told.heldBackBy === undefined ? watermarks.heldBackBy : told.heldBackBy,
        partitions: [...(told.partitions ?? watermarks.partitions)],
      },
      lanes: told.lanes ?? before.lanes,
      commits: told.commits ?? before.commits,
    };
    const passedMs = startMs + atMs - (this.#newest?.snapshot.atMs ?? startMs);
    const receivedAtMs =
      told.receivedAtMs === undefined
        ? (this.#newest?.receivedAtMs ?? startMs) + passedMs
        : startMs + told.receivedAtMs;
    this.#last = { atMs, sequence, bootId };
    this.#newest = { snapshot, receivedAtMs };
    this.#trail.push(this.#newest);
    return this;
  }

  /** The same tick again and again, a second apart. */
  ticks(count: number, told: (index: number) => Told = () => ({})): this {
    for (let index = 0; index < count; index += 1) this.tick(told(index));
    return this;
  }

  trace(): Trace | undefined {
    return this.#trail.trace();
  }

  /** @param afterMs how much later than the newest tick arrived it is asked. */
  diagnosed(afterMs = 0, connection: Connection = { kind: "live", sinceMs: startMs }): Diagnosis {
    const trace = this.trace();
    const nowMs = (this.#newest?.receivedAtMs ?? startMs) + afterMs;
    const answer = diagnosisOf({ appId: "orders", connection, trace, nowMs });
    return diagnosis.parse(answer);
  }
}

export function holding(reason: HeldBackBy["reason"], facts: Partial<HeldBackBy> = {}): HeldBackBy {
  return { topic: "orders", partition: 0, reason, ...facts };
}

/** A partition whose lag is what its offsets say. */
export function reading(
  partition: number,
  position: bigint,
  end: bigint,
  change: Partial<PartitionWatermark> = {},
) {
  const lag = end > position ? end - position : 0n;
  return partitionOf(partition, {
    position: position.toString(),
    endPosition: end.toString(),
    highWatermark: end.toString(),
    lag: lag.toString(),
    ...change,
  });
}
