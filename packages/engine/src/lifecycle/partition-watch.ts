/**
 * What is looked at of every partition once a commit interval: whether it has become idle, what its watermark
 * generator has to say, who is held by alignment, and how long its data is waited for.
 *
 * Owned by the processing, which says whether records can be dispatched. Idleness is measured on a clock that stands
 * still while they can't; what full lanes and commits take of an app that is at work all the same is no such stop.
 */
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import { ServingClock } from "../watermark/serving-clock.ts";
import type { IdlenessClock } from "../wire/index.ts";
import { WaitingWatch } from "./waiting-watch.ts";

export class PartitionWatch {
  readonly #clock: Clock;
  readonly #serving = new ServingClock();
  readonly #allowed = new ServingClock();
  readonly #waiting: WaitingWatch;
  readonly #busyMaxMs: number;
  /** Since when full lanes or a barrier let nothing be dispatched. */
  #heldUpSinceMs: number | undefined;
  #can = false;
  #dispatched = 0;

  /** @param busyMaxMs full lanes and barriers that let a record go within this time are the app at work; longer ones are a stop. */
  constructor(clock: Clock, logger: Logger, busyMaxMs: number) {
    this.#clock = clock;
    this.#busyMaxMs = busyMaxMs;
    this.#waiting = new WaitingWatch(logger);
  }

  /** Milliseconds in which a record could have been dispatched, up to this moment. */
  get servedMs(): number {
    return this.#serving.servedMs(this.#clock.monotonicMs());
  }

  /** Milliseconds in which the app was allowed to dispatch, whatever else stood in the way. */
  get allowedMs(): number {
    return this.#allowed.servedMs(this.#clock.monotonicMs());
  }

  /**
   * Whether the app may dispatch from now on, and whether a record could be.
   *
   * @param heldUp nothing but full lanes or a barrier stands in the way.
   * @param dispatched records dispatched so far: where it has grown, lanes that are full again have taken some.
   */
  serving(allowed: boolean, can: boolean, heldUp: boolean, dispatched: number): void {
    const monotonicMs = this.#clock.monotonicMs();
    this.#allowed.serving(allowed, monotonicMs);
    this.#serving.serving(can, monotonicMs);
    if (this.#heldUpSinceMs !== undefined && (can || dispatched > this.#dispatched)) {
      const heldUpMs = monotonicMs - this.#heldUpSinceMs;
      if (heldUpMs <= this.#busyMaxMs) this.#serving.credit(heldUpMs);
      this.#heldUpSinceMs = undefined;
    }
    this.#can = can;
    this.#heldUpSinceMs = heldUp ? (this.#heldUpSinceMs ?? monotonicMs) : undefined;
    this.#dispatched = dispatched;
  }

  /**
   * @param allowed whether the app may dispatch.
   * @throws {StoatFlowError} `operator-failed` where a watermark generator does.
   */
  look(dispatcher: Dispatcher, allowed: boolean): void {
    const nowMs = this.#clock.nowMs();
    const { servedMs } = this;
    for (const partition of dispatcher.partitions) {
      const standsStill = standsStillFor(partition, dispatcher);
      if (partition.idleness.look(servedMs, nowMs, standsStill)) dispatcher.changed(partition);
      if (allowed && partition.watermark.look()) dispatcher.changed(partition);
    }
    dispatcher.lookAtAlignment();
    this.#waiting.look(allowed ? dispatcher.waiting : [], this.#clock.monotonicMs());
  }

  /** How far a partition is from being idle, at this moment. */
  idlenessOf(partition: DispatchPartition, dispatcher: Dispatcher): IdlenessClock {
    const { timeoutMs } = partition.idleness;
    const leftMs = partition.idleness.leftMs(this.servedMs);
    if (timeoutMs === undefined || leftMs === undefined) return { kind: "off" };
    if (!this.#runs || standsStillFor(partition, dispatcher))
      return { kind: "standing-still", timeoutMs, leftMs };
    return { kind: "running", timeoutMs, idleAtMs: Math.ceil(this.#clock.nowMs() + leftMs) };
  }

  /** Full lanes and a barrier of an app at work stop nothing, as long as they are short. */
  get #runs(): boolean {
    if (this.#can) return true;
    const sinceMs = this.#heldUpSinceMs;
    return sinceMs !== undefined && this.#clock.monotonicMs() - sinceMs <= this.#busyMaxMs;
  }
}

/** What stops the idleness clock of one partition alone. */
function standsStillFor(partition: DispatchPartition, dispatcher: Dispatcher): boolean {
  const waitsForEmpty = dispatcher.waitsForEmpty && partition.head !== undefined;
  return partition.source.upstreamOpen || partition.aligned || waitsForEmpty;
}
