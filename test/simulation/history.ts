/**
 * The history of a run as the engine made it: which records it dispatched in what order, and where its barriers fell
 * with which watermark. What a crash or a recovery undid is taken out again, by what the broker has committed then.
 *
 * Owned by one run, fed by the engine's hooks. It judges each dispatch as it comes: a partition's records must follow
 * each other without a gap (invariants 1 and 4).
 */
import {
  type Cut,
  type EmbeddedWorld,
  type EngineInternals,
  type LogRecord,
  type PartitionId,
  partitionId,
} from "@stoatflow/engine/testing";
import type { InputLog } from "./input-log.ts";

export interface Epoch {
  readonly number: number;
  /** Counts the starts of the app: the one whose work this is. */
  readonly process: number;
  readonly records: readonly LogRecord[];
  /** The watermark that its barrier carried to the lanes, for the records behind it. */
  readonly watermarkMs: number | undefined;
}

export class History {
  /** What was found wrong while the run went on, one sentence each. */
  readonly faults: string[] = [];
  readonly #world: () => EmbeddedWorld;
  readonly #input: () => InputLog;
  #epochs: Epoch[] = [];
  #open: LogRecord[] = [];
  /** Partitions that this process reads: told of again, they are read anew from what is committed. */
  readonly #positioned = new Set<PartitionId>();
  readonly #last = new Map<number, number>();
  #process = 0;
  #started = false;

  constructor(world: () => EmbeddedWorld, input: () => InputLog) {
    this.#world = world;
    this.#input = input;
  }

  /** Barriers with the records in front of each; the newest may be without. */
  get epochs(): readonly Epoch[] {
    return this.#epochs;
  }

  get process(): number {
    return this.#process;
  }

  /** Records that no barrier lies behind. */
  get open(): number {
    return this.#open.length;
  }

  get internals(): EngineInternals {
    return {
      dispatched: (record) => this.#dispatched(record),
      positioned: (partition) => this.#positionedAt(partitionId(partition)),
      fixed: (cut, epoch) => this.#fixed(cut, epoch),
    };
  }

  newProcess(): void {
    this.#process += 1;
    this.#started = false;
    this.#positioned.clear();
  }

  #dispatched(record: LogRecord): void {
    const number = numberOf(record);
    const last = this.#last.get(record.partition);
    if (!this.#input().follows(record.partition, last, number)) {
      this.faults.push(`partition ${record.partition}: record ${number} was dispatched behind ${last}`);
    }
    this.#last.set(record.partition, number);
    this.#open.push(record);
  }

  #fixed({ globalWatermarkMs }: Cut, number: number): void {
    const before = this.#epochs.at(-1)?.watermarkMs;
    if (before !== undefined && (globalWatermarkMs === undefined || globalWatermarkMs < before)) {
      this.faults.push(`the barrier of epoch ${number} carries ${globalWatermarkMs} after ${before}`);
    }
    this.#epochs.push({
      number,
      process: this.#process,
      records: this.#open,
      watermarkMs: globalWatermarkMs,
    });
    this.#open = [];
  }

  #positionedAt(id: PartitionId): void {
    if (this.#positioned.has(id) || !this.#started) this.#undo();
    this.#started = true;
    this.#positioned.add(id);
  }

  #undo(): void {
    const committed = committedEpoch(this.#world());
    this.#epochs = this.#epochs.filter(({ number }) => number <= committed);
    this.#open = [];
    this.#last.clear();
    for (const { records } of this.#epochs) {
      for (const record of records) this.#last.set(record.partition, numberOf(record));
    }
  }
}

export function numberOf(record: LogRecord): number {
  return Number(record.value?.toString().split("/")[1]);
}

/** The newest epoch that the group's metadata tells of; 0 where none was committed. */
function committedEpoch(world: EmbeddedWorld): number {
  const epochs = [...world.log.committed("app").values()].map(({ metadata }) =>
    Number(JSON.parse(metadata).epoch),
  );
  return Math.max(0, ...epochs);
}
