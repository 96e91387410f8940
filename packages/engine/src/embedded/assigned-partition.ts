/**
 * One partition in a consumer's assignment: where the consumer stands in it, and whether it may be read now.
 *
 * It owns the position, the pause and the delay of a fetch. Called by `EmbeddedConsumer` and told by the partition's
 * log. It keeps its side of invariant 9: the position goes down by a seek or by a cut of the log alone.
 */
import type { Cancel } from "../clock.ts";
import type { PartitionProgress, SeekBack } from "../ports.ts";
import type { LogRecord } from "../record/record.ts";
import type { TopicPartition } from "../record/topic-partition.ts";
import type { Broker } from "./broker.ts";
import type { PartitionLog, PartitionWatcher } from "./partition-log.ts";

type Pause =
  | { readonly kind: "off" }
  | { readonly kind: "on" }
  /** The client was told to pause and will bring records once more. */
  | { readonly kind: "ineffective" };

export class AssignedPartition implements PartitionWatcher {
  readonly partition: TopicPartition;
  readonly #log: PartitionLog;
  readonly #broker: Broker;
  readonly #signal: () => void;
  /** Absent until the engine has sought; nothing is delivered before. */
  #position: number | undefined;
  #pause: Pause = { kind: "off" };
  #cancelDelay: Cancel | undefined;
  /** A delay is over: what it held back comes with the next poll, whatever is armed by then. */
  #delayOver = false;
  #toldPosition: number | undefined;
  #toldStable: number | undefined;
  #toldEnd: number | undefined;
  #seekBacks: SeekBack[] = [];

  /** @param signal called when a poll would tell something new of the partition. */
  constructor(log: PartitionLog, broker: Broker, signal: () => void) {
    this.partition = { topic: log.topic, partition: log.partition };
    this.#log = log;
    this.#broker = broker;
    this.#signal = signal;
    log.watchers.add(this);
  }

  /** The partition was taken away, or the consumer ended. */
  release(): void {
    this.#log.watchers.delete(this);
    this.#cancelDelay?.();
  }

  changed(): void {
    this.#signal();
  }

  cut(toOffset: number): void {
    if (this.#position !== undefined && this.#position > toOffset) this.#setBack(this.#position, toOffset);
    this.#signal();
  }

  seek(offset: number): void {
    this.#position = offset;
    // Told anew even where the next poll ends at the place that was told last.
    this.#toldPosition = undefined;
    this.#signal();
  }

  pause(): void {
    const fault = this.#broker.faults.take("pause-ineffective", (armed) => isSame(armed, this.partition));
    this.#pause = { kind: fault === undefined ? "on" : "ineffective" };
  }

  resume(): void {
    this.#pause = { kind: "off" };
    this.#signal();
  }

  /** Moves the position over what will never be seen. A position beyond the end is set back to it. */
  follow(): void {
    if (this.#position === undefined) return;
    if (this.#position > this.#log.endOffset) this.#setBack(this.#position, this.#log.endOffset);
    else this.#position = this.#log.nextVisible(this.#position);
  }

  /** Whether a take would bring records; call {@link follow} first. */
  isReadable(): boolean {
    return (
      this.#position !== undefined &&
      this.#pause.kind !== "on" &&
      this.#cancelDelay === undefined &&
      this.#position < this.#log.lastStableOffset
    );
  }

  /** Whether this fetch is told to take its time; the delay then begins. */
  isDelayed(): boolean {
    if (this.#delayOver) return false;
    const { faults, clock } = this.#broker;
    const fault = faults.take("fetch-delay", (armed) => isSame(armed, this.partition));
    if (fault === undefined) return false;
    this.#cancelDelay = clock.after(fault.ms, () => {
      this.#cancelDelay = undefined;
      this.#delayOver = true;
      this.#signal();
    });
    return true;
  }

  take(recordsMax: number): readonly LogRecord[] {
    if (this.#position === undefined) return [];
    this.#delayOver = false;
    const { records, position } = this.#log.read(this.#position, recordsMax);
    this.#position = position;
    if (this.#pause.kind === "ineffective") this.#pause = { kind: "on" };
    return records;
  }

  /** What has changed since the last call. */
  takeProgress(): PartitionProgress | undefined {
    const position = this.#position;
    if (position === undefined) return undefined;
    const { lastStableOffset, endOffset } = this.#log;
    if (
      position === this.#toldPosition &&
      lastStableOffset === this.#toldStable &&
      endOffset === this.#toldEnd
    ) {
      return undefined;
    }
    this.#toldPosition = position;
    this.#toldStable = lastStableOffset;
    this.#toldEnd = endOffset;
    return {
      partition: this.partition,
      position: BigInt(position),
      endPosition: BigInt(lastStableOffset),
      highWatermark: BigInt(endOffset),
    };
  }

  takeSeekBacks(): readonly SeekBack[] {
    const seekBacks = this.#seekBacks;
    if (seekBacks.length > 0) this.#seekBacks = [];
    return seekBacks;
  }

  #setBack(from: number, to: number): void {
    this.#seekBacks.push({ partition: this.partition, from: BigInt(from), to: BigInt(to) });
    this.#position = to;
    this.#toldPosition = undefined;
  }
}

function isSame(a: TopicPartition, b: TopicPartition): boolean {
  return a.topic === b.topic && a.partition === b.partition;
}
