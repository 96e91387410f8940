/**
 * Writes down what the collectors receive, once a second in one transaction.
 *
 * It owns what waits to be written and the timer; the collectors tell it, and `openHistory` starts and stops it. A
 * process that is killed loses what waits, no more. What waits is bounded in bytes (invariant 17): while nothing can be
 * written the oldest is lost, which is counted, and shows as a gap. Of one second of an app there is one row of each
 * set of partitions and lanes, which each of its ticks is folded into.
 */
import { randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { CollectedEntries, CollectorObserver } from "../collector/collector-observer.ts";
import type { CollectorLogger } from "../collector/logger.ts";
import type { ReceivedTick } from "../collector/summary.ts";
import type { Database } from "../database/open-database.ts";
import { messageOf } from "../one-line.ts";
import { newEpochs, type SeenEpochs, seenAfter } from "./epochs.ts";
import { entryRows, leaderChangeRow, lifecycleChangeOf, lifecycleRow, type Told } from "./events.ts";
import { encodeFrame } from "./frame.ts";
import { leaderChangesSeenAfter, newLeaderChanges, type SeenLeaderChanges } from "./leader-changes.ts";
import { type LastLifecycle, lastLifecycleOf } from "./lifecycle-cause.ts";
import { goesBack, type Placed, placed } from "./placing.ts";
import { rowBytes } from "./row.ts";
import { runOf } from "./run.ts";
import { sampleOf } from "./sample.ts";
import { isSameSeries, type Series, seriesId, seriesText } from "./series.ts";
import { joinSlabs } from "./slabs.ts";
import { gapAboveOf, unheardOf } from "./unheard.ts";
import { type Lot, Waiting } from "./waiting.ts";
import { writeLots } from "./write-lots.ts";

/** The time between two transactions. */
const flushMs = 1000;

/** Where so many lots fail one by one and none does not, it is the database. */
const failuresMax = 2;

/** One second of an app is in no more rows than this: what comes after it is a recording of its own. */
const rowsOfSecondMax = 16;

/** What is known of an app from its tick before. */
interface AppState {
  readonly series: Series;
  readonly seriesId: string;
  readonly placed: Placed;
  /** The rows of the second that the tick is in: what each is made of, by its key. */
  readonly at_s: number;
  readonly rows: Map<string, readonly Buffer[]>;
  readonly seen: SeenEpochs;
  readonly seenLeaderChanges: SeenLeaderChanges;
}

export interface LastLifecycles {
  readonly byApp: ReadonlyMap<string, LastLifecycle>;
  /** Changes are counted; the newest one. */
  readonly newestId: bigint;
}

export interface HistoryWriterOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: CollectorLogger;
  readonly pendingBytesMax: number;
  /** How the apps were left when history was last written. */
  readonly lifecycles: LastLifecycles;
  /** Called after each transaction, in its turn. */
  readonly afterFlush: (writtenBytes: number) => void;
}

export interface WriterState {
  /** Since when nothing can be written, and why. */
  readonly failure: { readonly sinceMs: number; readonly reason: string } | undefined;
  readonly pendingBytes: number;
  /** How often something could not be written since the start. */
  readonly failedWrites: number;
  /** Ticks and events that were lost since the start, because they could not be written, or not in time. */
  readonly lost: number;
}

export class HistoryWriter implements CollectorObserver {
  readonly #options: HistoryWriterOptions;
  readonly #apps = new Map<string, AppState>();
  readonly #lifecycles: Map<string, LastLifecycle>;
  readonly #waiting = new Waiting();
  /** Apps of which something could not be written though all else could. */
  readonly #refused = new Set<string>();
  #lifecycleId: bigint;
  #lost = 0;
  #failedWrites = 0;
  #failure: WriterState["failure"];
  #flushing: Promise<void> | undefined;
  #cancelTimer: () => void = () => undefined;
  #isStopped = false;

  constructor(options: HistoryWriterOptions) {
    this.#options = options;
    this.#lifecycles = new Map(options.lifecycles.byApp);
    this.#lifecycleId = options.lifecycles.newestId;
  }

  get state(): WriterState {
    return {
      failure: this.#failure,
      pendingBytes: this.#waiting.bytes,
      failedWrites: this.#failedWrites,
      lost: this.#lost,
    };
  }

  start(): void {
    if (this.#isStopped) return;
    this.#cancelTimer = this.#options.clock.after(flushMs, () => {
      void this.flush().then(() => this.start());
    });
  }

  /** Writes what waits, and no more from then on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    // One that is under way holds what came before it alone.
    await this.#flushing;
    await this.flush();
  }

  tick(appId: string, tick: ReceivedTick, told: readonly Told[] = [{ tick, isWorking: true }]): void {
    const { snapshot, receivedAtMs } = tick;
    const { atMs } = snapshot;
    const tellers = told.map((one) => one.tick.snapshot);
    const bootId = runOf(tellers.map((one) => one.bootId));
    const before = this.#apps.get(appId);
    const place = placed({ bootId, atMs, receivedAtMs }, before?.placed);
    const at_s = Math.floor(place.placeMs / 1000);
    const seen: SeenEpochs = before?.seen ?? new Map();
    const seenLeaderChanges: SeenLeaderChanges = before?.seenLeaderChanges ?? new Map();
    const ended = newEpochs(tellers, seen, before?.placed.atMs ?? atMs - flushMs);
    const unheard = unheardOf(tick, told);
    const sample = sampleOf(tick, ended, { ...place, gapAboveMs: gapAboveOf(told, unheard) }, unheard);
    const rows: AppState["rows"] = before?.at_s === at_s ? before.rows : new Map();
    const isFull = rows.size >= rowsOfSecondMax;
    if (isFull) rows.clear();
    // A break begins a recording of its own, so that nothing that is there is written over, and the break shows.
    const isBreak = before === undefined || isFull || goesBack(place, before.placed);
    const recording = isBreak ? newRecording() : before.series.recording;
    const named = { ...sample.series, recording };
    const series = this.#seriesIdOf(appId, before, named, at_s);
    const key = `${at_s} ${series} ${bootId}`;
    const held = rows.get(key);
    const slabs = held === undefined ? sample.slabs : joinSlabs(held, sample.slabs);
    rows.set(key, slabs);
    this.#apps.set(appId, {
      series: named,
      seriesId: series,
      placed: place,
      at_s,
      rows,
      seen: seenAfter(tellers, seen),
      seenLeaderChanges: leaderChangesSeenAfter(tellers, seenLeaderChanges),
    });
    const body = encodeFrame(slabs);
    const bytes = body.length + rowBytes;
    this.#waiting.tick(key, { at_s, app_id: appId, series, boot_id: bootId, bytes, body });
    const from = this.#lifecycles.get(appId) ?? null;
    const change = lifecycleChangeOf(from, snapshot, bootId, told);
    if (change !== undefined) {
      this.#lifecycles.set(appId, lastLifecycleOf(change));
      this.#lifecycleId += 1n;
      this.#waiting.event(lifecycleRow(appId, change, this.#lifecycleId, receivedAtMs));
    }
    for (const changed of newLeaderChanges(tellers, seenLeaderChanges))
      this.#waiting.event(leaderChangeRow(appId, changed, receivedAtMs));
    this.#bound();
  }

  entries(appId: string, entries: CollectedEntries): void {
    for (const row of entryRows(appId, entries, this.#options.clock.nowMs())) this.#waiting.event(row);
    this.#bound();
  }

  /** Writes all that waits. What can't be written waits on. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async #flush(): Promise<void> {
    const lots = this.#waiting.take();
    if (lots.length > 0) {
      try {
        await writeLots(this.#options.database, lots);
        this.#refused.clear();
        this.#recovered();
      } catch (thrown) {
        this.#failedWrites += 1;
        await this.#flushEach(lots, thrown);
      }
    }
    this.#options.afterFlush(lots.reduce((sum, { bytes }) => sum + bytes, 0));
  }

  /** One app can't keep the others from being written: what fails where something else does not is given up. */
  async #flushEach(lots: readonly Lot[], thrown: unknown): Promise<void> {
    const failed: { readonly lot: Lot; readonly cause: unknown }[] = [];
    const untried = [...lots];
    let isWritten = false;
    while (untried.length > 0 && (isWritten || failed.length < failuresMax)) {
      const [lot] = untried.splice(0, 1);
      if (lot === undefined) break;
      try {
        await writeLots(this.#options.database, [lot]);
        isWritten = true;
      } catch (cause) {
        failed.push({ lot, cause });
      }
    }
    if (isWritten) {
      for (const { lot, cause } of failed) this.#giveUp(lot, cause);
      this.#recovered();
    } else {
      this.#failed(thrown);
      // The next time others are tried first.
      this.#waiting.putBack([...untried, ...failed.map(({ lot }) => lot)]);
      this.#bound();
    }
  }

  /** A series is written with its first tick; it is in the database before any later one. */
  #seriesIdOf(appId: string, before: AppState | undefined, series: Series, last_s: number): string {
    if (before !== undefined && isSameSeries(before.series, series)) return before.seriesId;
    const body = seriesText(series);
    const id = seriesId(body);
    const bytes = Buffer.byteLength(body) + rowBytes;
    this.#waiting.series({ app_id: appId, series: id, bytes, body, last_s });
    return id;
  }

  #bound(): void {
    const { pendingBytesMax } = this.#options;
    if (this.#waiting.bytes <= pendingBytesMax) return;
    const { lost, withoutSeries } = this.#waiting.bound(pendingBytesMax);
    this.#lost += lost;
    for (const appId of withoutSeries) this.#apps.delete(appId);
  }

  #giveUp({ appId, ticks, events }: Lot, cause: unknown): void {
    this.#lost += ticks.size + events.length;
    // The next tick brings its series again.
    if (ticks.size > 0) this.#apps.delete(appId);
    if (!this.#refused.has(appId))
      this.#options.logger.warn(
        { app: appId, error: messageOf(cause), ticks: ticks.size, events: events.length },
        "what an app told can't be written and is not kept in history; all other apps are",
      );
    this.#refused.add(appId);
  }

  #recovered(): void {
    if (this.#failure !== undefined) this.#options.logger.info({}, "history is written again");
    this.#failure = undefined;
  }

  #failed(thrown: unknown): void {
    const { clock, logger } = this.#options;
    const reason = messageOf(thrown);
    if (this.#failure === undefined)
      logger.warn(
        { error: reason, remedy: "make room on the data folder's disk; it is tried again each second" },
        "history can't be written",
      );
    this.#failure = { sinceMs: this.#failure?.sinceMs ?? clock.nowMs(), reason };
  }
}

function newRecording(): string {
  return randomUUID().slice(0, 8);
}
