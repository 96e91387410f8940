/**
 * The history of a run as the engine made it: which records it dispatched in what order, and where its barriers fell
 * with which watermark. What a crash or a recovery undid is taken out again, by what the broker has committed then.
 *
 * Owned by one run, fed by the engine's hooks, which it passes on to the watches. It judges each dispatch as it comes:
 * a partition's records must follow each other without a gap; and each barrier: what it commits of a partition is what
 * was dispatched of it (invariants 1 and 4).
 */
import {
  type Cut,
  type EmbeddedWorld,
  type EngineInternals,
  type LogRecord,
  type PartitionId,
  partitionId,
} from "@stoatflow/engine/testing";
import type { BufferWatch } from "./buffer-watch.ts";
import type { ChoiceWatch } from "./choice-watch.ts";
import type { EventTimeWatch } from "./event-time-watch.ts";
import type { EventTimes } from "./event-times.ts";
import type { InputLog } from "./input-log.ts";

export interface Epoch {
  readonly number: number;
  /** Counts the starts of the app: the one whose work this is. */
  readonly process: number;
  readonly records: readonly LogRecord[];
  /** The watermark that its barrier carried to the lanes, for the records behind it. */
  readonly watermarkMs: number | undefined;
}

export interface HistoryOptions {
  readonly world: () => EmbeddedWorld;
  readonly input: () => InputLog;
  readonly buffers: BufferWatch;
  readonly times: EventTimes;
  readonly eventTime: EventTimeWatch;
  readonly choice: ChoiceWatch;
  /** Told of all that happens, in order. */
  readonly note: (line: string) => void;
}

export class History {
  /** What was found wrong while the run went on, one sentence each. */
  readonly faults: string[] = [];
  readonly #options: HistoryOptions;
  #epochs: Epoch[] = [];
  #open: LogRecord[] = [];
  /** Partitions that this process reads: told of again, they are read anew from what is committed. */
  readonly #positioned = new Set<PartitionId>();
  readonly #last = new Map<number, LogRecord>();
  #underWay: () => boolean = () => false;
  #process = 0;
  #lives = 0;
  #started = false;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** Barriers with the records in front of each; the newest may be without. */
  get epochs(): readonly Epoch[] {
    return this.#epochs;
  }

  get process(): number {
    return this.#process;
  }

  /** Counts the starts and the recoveries: what an earlier life began is abandoned. */
  get life(): number {
    return this.#lives;
  }

  /** A barrier is fixed, and what it lets out is on its way. */
  get underWay(): boolean {
    return this.#underWay();
  }

  /** Records that no barrier lies behind. */
  get open(): number {
    return this.#open.length;
  }

  get internals(): EngineInternals {
    return {
      created: ({ dispatcher, barrier }) => {
        this.#options.choice.follow(() => dispatcher.partitions);
        this.#underWay = () => barrier.state.kind !== "open";
      },
      createBuffer: () => this.#options.buffers.create(),
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
    const { input, buffers, times, eventTime, choice, note } = this.#options;
    const number = numberOf(record);
    const of = input().indexOf(record);
    const last = this.#last.get(of);
    if (!input().follows(of, last && numberOf(last), number)) {
      this.faults.push(
        `${partitionId(record)}: record ${number} was dispatched behind ${last && numberOf(last)}`,
      );
    }
    const held = choice.heldBefore(record);
    buffers.dispatched(record, held);
    choice.dispatched(record, held);
    times.dispatched(record);
    eventTime.dispatched(record);
    note(`dispatched ${partitionId(record)}@${record.offset}`);
    this.#last.set(of, record);
    this.#open.push(record);
  }

  #fixed(cut: Cut, number: number): void {
    const { times, eventTime, note } = this.#options;
    const before = this.#epochs.at(-1)?.watermarkMs;
    const { globalWatermarkMs } = cut;
    if (before !== undefined && (globalWatermarkMs === undefined || globalWatermarkMs < before)) {
      this.faults.push(`the barrier of epoch ${number} carries ${globalWatermarkMs} after ${before}`);
    }
    times.fixed(number);
    eventTime.fixed(cut, before);
    this.#judgePrefix(cut, number);
    const positions = cut.positions.map(({ partition, position }) => `${partition.source.id}@${position}`);
    note(`barrier ${number} at ${globalWatermarkMs}: ${positions.join()}`);
    this.#epochs.push({
      number,
      process: this.#process,
      records: this.#open,
      watermarkMs: globalWatermarkMs,
    });
    this.#open = [];
  }

  /** A partition's position is behind the last record dispatched, and no record that must be seen lies between. */
  #judgePrefix({ positions }: Cut, number: number): void {
    const input = this.#options.input();
    for (const { partition, position } of positions) {
      const of = input.indexOf(partition.source.partition);
      const last = this.#last.get(of);
      const skipped = input.readableBetween(of, last && numberOf(last), position);
      const behind = last === undefined || last.offset < position || input.isCut(of, numberOf(last));
      if (behind && skipped.length === 0) continue;
      this.faults.push(
        `epoch ${number} commits ${position} of ${partition.source.id}: dispatched up to ${last?.offset}, and not ${skipped.join()}`,
      );
    }
  }

  #positionedAt(id: PartitionId): void {
    if (this.#positioned.has(id) || !this.#started) this.#undo();
    this.#started = true;
    this.#positioned.add(id);
    this.#options.buffers.positioned(id);
    this.#options.choice.positioned(id);
  }

  #undo(): void {
    const { world, input, buffers, times, eventTime, note } = this.#options;
    const committed = committedEpoch(world());
    this.#lives += 1;
    this.#epochs = this.#epochs.filter(({ number }) => number <= committed);
    this.#open = [];
    this.#last.clear();
    const kept = this.#epochs.flatMap(({ records }) => records);
    for (const record of kept) this.#last.set(input().indexOf(record), record);
    // The partitions that are positioned anew follow this one; those of a recovery that was begun before are gone.
    this.#positioned.clear();
    buffers.forget();
    times.goOnBehind(kept, committed);
    eventTime.goOn();
    note(`goes on behind epoch ${committed}`);
  }
}

export function numberOf(record: LogRecord): number {
  return Number(record.value?.toString().split("/")[1]);
}

/** The newest epoch that the group's metadata tells of; 0 where none was committed. */
export function committedEpoch(world: EmbeddedWorld): number {
  const epochs = [...world.log.committed("app").values()].map(({ metadata }) =>
    Number(JSON.parse(metadata).epoch),
  );
  return Math.max(0, ...epochs);
}
