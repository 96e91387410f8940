/**
 * The processing of one instance: joins the group, reads back what is committed, and then turns: poll, dispatch,
 * lanes, barrier.
 *
 * Owns the poll loop, the dispatcher, the lanes, the stores and the barrier, and is the only caller of each. The
 * engine owns it and says whether it may dispatch. One turn runs to its end in one call; nothing else changes these
 * parts between two turns but the answer of a commit or a recovery, which only then is looked at. Keeps invariants
 * 1, 4, 8, 9, 11 and 12. It is one file of some length, since a turn and what may interrupt it are one order of steps.
 */
import { Barrier } from "../commit/barrier.ts";
import {
  type CommittedPosition,
  type CommittedPositions,
  type OutOfRangePolicies,
  readCommittedPositions,
} from "../commit/committed-positions.ts";
import type { Committer } from "../commit/committer.ts";
import { EpochEffects } from "../commit/epoch-effects.ts";
import type { OutputStamps } from "../commit/output-stamps.ts";
import { askUntilAnswered, readBack } from "../commit/recovery.ts";
import type { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import { Dispatcher, type DispatchObserver } from "../dispatch/dispatcher.ts";
import { TaskIdle } from "../dispatch/task-idle.ts";
import type { StoatFlowError } from "../errors.ts";
import type { PollLoop } from "../ingest/poll-loop.ts";
import type { LanePool } from "../lane/lane-pool.ts";
import type { SourceStage } from "../lane/source-stage.ts";
import type { LogConsumer } from "../ports.ts";
import { partitionId, type TopicPartition } from "../record/topic-partition.ts";
import type { StoreSet } from "../state/store-set.ts";
import { GlobalWatermark } from "../watermark/global-watermark.ts";
import type { IdlenessClock } from "../wire/index.ts";
import { Assignment } from "./assignment.ts";
import { asError, clientEnded, fencedError } from "./failures.ts";
import { HoldWatch } from "./hold-watch.ts";
import { Pacer } from "./pacer.ts";
import { PartitionWatch } from "./partition-watch.ts";
import { makeParts, type ProcessingOptions, partitionAt } from "./processing-parts.ts";
import { StampWatch } from "./stamp-watch.ts";

type Phase = "joining" | "initialising" | "active" | "recovering" | "ended";

/** Records dispatched in one turn before the event loop has its chance. */
const recordsPerTurn = 2000;
const recordsPerRun = 250;

export class Processing {
  readonly dispatcher: Dispatcher;
  readonly lanes: LanePool;
  readonly stores: StoreSet;
  readonly barrier: Barrier;
  readonly effects = new EpochEffects();
  readonly consumer: LogConsumer;
  readonly #options: ProcessingOptions;
  readonly #committer: Committer;
  readonly #source: SourceStage;
  readonly #pollLoop: PollLoop;
  readonly #watch: PartitionWatch;
  readonly #assignment = new Assignment();
  readonly #stamps: OutputStamps;
  readonly #policies: OutOfRangePolicies;
  #phase: Phase = "joining";
  #mayDispatch = true;
  /** All that was dispatched is committed; no transaction is begun before records may be dispatched again. */
  #drained = false;
  /** A barrier was fixed since dispatch was stopped: it takes all that was dispatched with it. */
  #prefixFixed = false;
  #barrierWanted = false;
  /** Event time of the app, and what moved it. */
  readonly watermark = new GlobalWatermark<DispatchPartition>();
  readonly #pacer: Pacer;
  readonly #holds: HoldWatch;
  #joined: () => void = () => {};
  #ending: Promise<void> | undefined;
  polled = 0;
  dispatched = 0;
  refetched = 0;

  constructor(given: ProcessingOptions) {
    this.#options = given;
    const { applicationId, clock, tripwire, listener } = given;
    const committedWatermarkMs = (): number | undefined => this.barrier.committedWatermarkMs;
    const laneListener = {
      wake: () => this.wake(),
      failed: (thrown: unknown) => this.#fail(asError(thrown)),
    };
    const { moves } = this.watermark;
    const parts = makeParts(given, { effects: this.effects, committedWatermarkMs, moves, laneListener });
    this.consumer = parts.consumer;
    this.lanes = parts.lanes;
    this.stores = parts.stores;
    this.#committer = parts.committer;
    this.#pollLoop = parts.pollLoop;
    this.#source = parts.source;
    this.#stamps = parts.stamps;
    this.#policies = parts.policies;
    this.consumer.onReady(() => this.wake());
    this.#watch = new PartitionWatch(clock, given.logger, given.options["processing.refresh-interval-ms"]);
    const oddStamps = new StampWatch(given.logger);
    this.#pacer = new Pacer({
      clock,
      intervalMs: given.options["processing.commit-interval-ms"],
      turn: () => this.#takeTurn(),
      interval: () => this.#interval(),
    });
    this.#holds = new HoldWatch({
      clock,
      stamps: oddStamps,
      intervalMs: given.options["processing.refresh-interval-ms"],
      watched: this,
      wake: () => this.wake(),
      ended: (hold) => listener.holdEnded(hold),
    });
    const taskIdle = new TaskIdle(given.options["processing.max-task-idle-ms"], () => this.#watch.allowedMs);
    const observer: DispatchObserver = {
      dispatched: (_, record) => {
        this.dispatched += 1;
        this.effects.records += 1;
        listener.dispatched?.(record);
      },
      dropped: (reason, letter) => {
        this.effects.droppedAsHead(reason, letter, this.barrier.state.kind === "open");
      },
      regression: (partition, { before, after }) => {
        const at = { partition: partition.source.partition, before, after };
        tripwire.trip("partition_offset_regression", at, this.barrier.state.epoch, clock.nowMs());
      },
      headLeft: (partition, head, endedBy) => this.#holds.headLeft(partition, head, endedBy),
      oddStamp: (partition, head) => oddStamps.odd(partition, head, clock.nowMs()),
    };
    this.dispatcher = new Dispatcher(parts.source, observer, taskIdle);
    this.barrier = new Barrier({
      clock,
      committer: this.#committer,
      dispatcher: this.dispatcher,
      lanes: this.lanes,
      stores: this.stores,
      effects: this.effects,
      stamps: this.#stamps,
      fixed: (cut, epoch) => listener.fixed?.(cut, epoch),
      published: (epoch) => listener.published(epoch),
      recover: () => void this.#recover(),
      fenced: () => this.#fail(fencedError(applicationId)),
      refused: (error) => this.#fail(error),
      opened: () => {
        this.dispatcher.epochOpened();
        this.wake();
      },
    });
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Joins the group; resolves when the first assignment has been told. */
  async start(): Promise<void> {
    const joined = new Promise<void>((resolve) => {
      this.#joined = resolve;
    });
    await this.consumer.start();
    if (this.#ending !== undefined) return;
    this.#pacer.start();
    this.#holds.start();
    this.wake();
    await joined;
  }

  /** Whether records may be dispatched. Where not, all that was dispatched is committed and `drained` is told. */
  allow(dispatch: boolean): void {
    this.#mayDispatch = dispatch;
    if (dispatch) {
      this.#drained = false;
      this.#prefixFixed = false;
    }
    this.wake();
  }

  wake(): void {
    this.#pacer.wake();
  }

  /** Moves the global watermark to what the partitions say now. */
  advanceWatermark(): number | undefined {
    return this.watermark.advance(this.dispatcher.partitions, this.#options.clock.nowMs());
  }

  /** Ends at once; what is not committed is done again by the next start. Resolves when the group has been left. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.#phase = "ended";
    this.#assignment.end();
    this.#pacer.end();
    this.#holds.end();
    this.dispatcher.endHolds("stopped");
    this.lanes.abandon();
    this.#joined();
    await this.#committer.close();
    await this.consumer.stop();
  }

  #interval(): void {
    this.#barrierWanted = true;
    try {
      this.#watch.look(this.dispatcher, this.#allowed);
    } catch (thrown) {
      this.#fail(asError(thrown));
    }
  }

  #takeTurn(): void {
    try {
      let progress = this.#poll();
      // Before the turn's work empties the buffers: what is empty only until the next poll waits for nothing.
      this.#serve();
      this.#holds.lookIfDue();
      if (this.#phase === "active") progress = this.#work() || progress;
      if (progress || (this.#phase === "active" && this.lanes.ready)) this.wake();
    } catch (thrown) {
      this.#fail(asError(thrown));
    }
    this.#serve();
  }

  #poll(): boolean {
    if (this.#phase === "ended") return false;
    const { tripwire, clock, listener } = this.#options;
    const result = this.#pollLoop.poll();
    if (result.failure !== undefined) throw clientEnded(result.failure);
    for (const change of result.leaderChanges) listener.leaderChanged(change);
    for (const seekBack of result.seekBacks) {
      tripwire.announce(seekBack);
      this.dispatcher.partition(partitionId(seekBack.partition))?.tracked.setBack(seekBack);
    }
    for (const { partition, offsetAfter, refetchFrom, records, pauseFailed } of result.overBound) {
      this.refetched += records;
      const at = { partition, before: offsetAfter, after: refetchFrom, pauseFailed };
      tripwire.trip("partition_buffer_over_bound", at, this.barrier.state.epoch, clock.nowMs());
    }
    this.polled += result.records;
    this.dispatcher.refresh(result.touched.map(({ id }) => id));
    if (result.assignment !== undefined) this.#reassign(result.assignment);
    return result.records > 0 || result.assignment !== undefined;
  }

  /** Dispatch and lanes in short runs, then the barrier if one is due. */
  #work(): boolean {
    const { options } = this.#options;
    let done = 0;
    if (this.#dispatching) {
      const { servedMs } = this.#watch;
      const maxBytes = options["processing.max-epoch-bytes"];
      while (done < recordsPerTurn && this.effects.bytes < maxBytes) {
        const { records, stop } = this.dispatcher.dispatch(recordsPerRun, servedMs);
        this.lanes.run();
        done += records;
        if (stop !== "budget" && (stop !== "lane-full" || this.lanes.waitingForCapacity)) break;
      }
      if (this.effects.bytes >= maxBytes) this.#barrierWanted = true;
    } else {
      this.lanes.run();
    }
    this.#barrierIfDue();
    return done > 0;
  }

  get #dispatching(): boolean {
    return this.#mayDispatch && this.barrier.state.kind === "open" && this.dispatcher.failure === undefined;
  }

  #barrierIfDue(): void {
    if (this.barrier.state.kind !== "open") return;
    if (this.#drained) {
      this.#options.listener.drained();
      return;
    }
    const ending = !this.#mayDispatch || this.dispatcher.failure !== undefined;
    if (!this.#barrierWanted && (!ending || this.barrier.repeats)) return;
    this.#barrierWanted = false;
    const globalMs = this.advanceWatermark();
    // Records that are dropped as they become head may go on for ever: behind the last barrier they wait for the resume.
    const fixedAll = this.#prefixFixed && this.dispatcher.failure === undefined && !this.barrier.repeats;
    if (!fixedAll && this.barrier.due(globalMs)) {
      this.#prefixFixed = !this.#mayDispatch;
      this.barrier.fix(globalMs);
      this.lanes.run();
      return;
    }
    if (!ending || this.lanes.held > 0) return;
    if (this.dispatcher.failure !== undefined) {
      this.#fail(this.dispatcher.failure);
      return;
    }
    this.#drained = true;
    this.#options.listener.drained();
  }

  /** How far a partition is from being idle, at this moment. */
  idlenessOf(partition: DispatchPartition): IdlenessClock {
    return this.#watch.idlenessOf(partition, this.dispatcher);
  }

  /** Tells the watches whether records could be dispatched from now on. */
  #serve(): void {
    const { waitingFor, waitsForEmpty, alignmentBinds } = this.dispatcher;
    const gated = !this.#allowed || waitingFor !== undefined;
    this.#holds.gate(gated || waitsForEmpty || alignmentBinds);
    // While an empty partition is given its time, it may become idle; those whose records wait for it don't.
    const heldUp = !this.#dispatching || this.lanes.waitingForCapacity;
    this.#watch.serving(this.#allowed, !gated && !heldUp, !gated && heldUp, this.dispatched);
  }

  /** The lanes take nothing more, and nothing was dispatched lately: one busy lane that keeps taking work is no stop. */
  get lanesFull(): boolean {
    return this.lanes.waitingForCapacity && !this.#holds.dispatchedLately;
  }

  get #allowed(): boolean {
    return this.#phase === "active" && this.#mayDispatch;
  }

  #reassign(partitions: readonly TopicPartition[]): void {
    const first = this.#phase === "joining";
    const change = this.#assignment.change(partitions);
    this.#joined();
    if (!first && change === "kept") {
      void this.#addMissing();
      return;
    }
    if (!first) this.#forget();
    if (partitions.length > 0) {
      void this.#initialise();
      return;
    }
    this.#options.logger.info("another member of the group holds the partitions; this instance stands by");
    this.#phase = "joining";
    void this.#committer.close();
    if (!first) this.#options.listener.revoked();
  }

  /** Throws away all that is not committed, and every partition. */
  #forget(): void {
    if (this.effects.records > 0) {
      this.#options.listener.rolledBack(this.barrier.state.epoch, this.effects.records);
    }
    this.effects.rollback();
    this.stores.rollback();
    for (const partition of this.dispatcher.partitions) this.#pollLoop.remove(partition.source.id);
    this.dispatcher.clear();
    this.lanes.reset(undefined);
    this.watermark.forget();
    this.barrier.giveUp();
  }

  async #initialise(): Promise<void> {
    const { listener, log } = this.#options;
    const over = this.#assignment.untilOver();
    this.#phase = "initialising";
    listener.assigned();
    try {
      const positions = await this.#readBack(over);
      if (positions === undefined) return;
      await this.#stamps.read();
      await this.stores.restore(log.admin, (store, rows) => listener.restoring(store, rows), over);
      if (over()) return;
      this.#goOnFrom(positions);
      this.#phase = "active";
      listener.ready();
      void this.#addMissing();
      this.wake();
    } catch (thrown) {
      if (!over()) this.#fail(asError(thrown));
    }
  }

  async #recover(): Promise<void> {
    const over = this.#assignment.untilOver();
    this.#phase = "recovering";
    try {
      const positions = await this.#readBack(over);
      if (positions === undefined) return;
      this.#phase = "active";
      if (positions.epoch >= this.barrier.state.epoch) {
        this.barrier.tookPlace();
      } else {
        this.#forget();
        this.#goOnFrom(positions);
      }
      void this.#addMissing();
      this.wake();
    } catch (thrown) {
      if (!over()) this.#fail(asError(thrown));
    }
  }

  get #missing(): readonly TopicPartition[] {
    return this.#assignment.partitions.filter(
      (of) => this.dispatcher.partition(partitionId(of)) === undefined,
    );
  }

  /** New partitions of a topic: they join what is under way, at the end of a recovery if there is one. */
  async #addMissing(): Promise<void> {
    if (this.#phase !== "active" || this.#missing.length === 0) return;
    const { clock, logger } = this.#options;
    const over = this.#assignment.untilOver();
    try {
      const read = await askUntilAnswered({ clock, logger, cancelled: over }, () =>
        readCommittedPositions(this.consumer, this.#missing, this.#policies),
      );
      // A recovery asks for them again; it, or another addition, may have taken them on meanwhile.
      if (read === undefined || this.#phase !== "active") return;
      const found = this.#missing.map((of) => read.partitions.get(partitionId(of)));
      this.dispatcher.add(found.filter((at) => at !== undefined).map((at) => this.#partitionAt(at)));
      this.wake();
    } catch (thrown) {
      if (!over()) this.#fail(asError(thrown));
    }
  }

  #readBack(cancelled: () => boolean): Promise<CommittedPositions | undefined> {
    const { clock, logger } = this.#options;
    return readBack({
      committer: this.#committer,
      consumer: this.consumer,
      assigned: this.#assignment.partitions,
      policies: this.#policies,
      // A partition that was lost is no longer here: it is read on where its last holder's commit says.
      recoverAt: (id) => this.dispatcher.partition(id)?.tracked.recoverAt,
      clock,
      logger,
      cancelled,
    });
  }

  /** Puts every partition, the lanes and event time where the last commit has them. */
  #goOnFrom(positions: CommittedPositions): void {
    this.watermark.restart(positions.globalWatermarkMs);
    this.#drained = false;
    this.lanes.reset(positions.globalWatermarkMs);
    this.dispatcher.add([...positions.partitions.values()].map((position) => this.#partitionAt(position)));
    this.barrier.restart(positions.epoch, positions.globalWatermarkMs);
  }

  #partitionAt(at: CommittedPosition): DispatchPartition {
    const { servedMs } = this.#watch;
    const node = this.#source.source(at.partition.topic);
    const partition = partitionAt(at, this.#options.createBuffer(), node, servedMs);
    this.#pollLoop.add(partition.source);
    this.consumer.seek(at.partition, at.position);
    this.#options.listener.positioned?.(at.partition, at.position);
    return partition;
  }

  #fail(error: StoatFlowError): void {
    if (this.#phase === "ended") return;
    void this.end();
    this.#options.listener.failed(error);
  }
}
