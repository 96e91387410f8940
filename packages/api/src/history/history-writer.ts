/**
 * Writes down what the collectors receive, once a second in one transaction.
 *
 * It owns what waits to be written and the timer; the collectors tell it, and `openHistory` starts and stops it. A
 * process that is killed loses what waits, no more. What waits is bounded in bytes (invariant 17): while nothing can be
 * written the oldest is lost, which is counted, and shows as a gap.
 */
import type { Clock } from "../clock.ts";
import type { CollectedEntries, CollectorObserver } from "../collector/collector-observer.ts";
import type { CollectorLogger } from "../collector/logger.ts";
import type { ReceivedTick } from "../collector/summary.ts";
import type { Database } from "../database/open-database.ts";
import { messageOf } from "../one-line.ts";
import type { LifecycleChange } from "../wire/lifecycle-change.ts";
import { type EventRow, entryRows, lifecycleChangeOf, lifecycleRow } from "./events.ts";
import { encodeFrame } from "./frame.ts";
import { rowBytes } from "./row.ts";
import { sampleOf } from "./sample.ts";
import { isSameSeries, type Series, seriesId, seriesText } from "./series.ts";

/** The time between two transactions. */
const flushMs = 1000;

/** Rows of one statement: PostgreSQL takes 65,535 values, SQLite half of that. */
const statementRows = 1000;

interface TickRow {
  readonly at_s: number;
  readonly app_id: string;
  readonly series: string;
  readonly boot_id: string;
  readonly bytes: number;
  readonly body: Buffer;
}

interface SeriesRow {
  readonly app_id: string;
  readonly series: string;
  readonly bytes: number;
  readonly body: string;
  readonly last_s: number;
}

/** What is known of an app from its tick before. */
interface AppState {
  readonly series: Series;
  readonly seriesId: string;
  readonly atMs: number;
}

export interface HistoryWriterOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: CollectorLogger;
  readonly pendingBytesMax: number;
  /** By app, how its life cycle was left when history was last written. */
  readonly lifecycles: ReadonlyMap<string, LifecycleChange["from"]>;
  /** Called after each transaction, in its turn. */
  readonly afterFlush: () => void;
}

export interface WriterState {
  /** Since when nothing can be written, and why. */
  readonly failure: { readonly sinceMs: number; readonly reason: string } | undefined;
  readonly pendingBytes: number;
  /** Ticks and events that were lost since the start, because they could not be written in time. */
  readonly lost: number;
}

export class HistoryWriter implements CollectorObserver {
  readonly #options: HistoryWriterOptions;
  readonly #apps = new Map<string, AppState>();
  readonly #lifecycles: Map<string, LifecycleChange["from"]>;
  /** By second and app: of two ticks in one second the later one stands. */
  #ticks = new Map<string, TickRow>();
  #events: EventRow[] = [];
  #series = new Map<string, SeriesRow>();
  #pendingBytes = 0;
  #lost = 0;
  #failure: WriterState["failure"];
  #flushing: Promise<void> | undefined;
  #cancelTimer: () => void = () => undefined;
  #isStopped = false;

  constructor(options: HistoryWriterOptions) {
    this.#options = options;
    this.#lifecycles = new Map(options.lifecycles);
  }

  get state(): WriterState {
    return { failure: this.#failure, pendingBytes: this.#pendingBytes, lost: this.#lost };
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

  tick(appId: string, tick: ReceivedTick): void {
    const { snapshot, receivedAtMs } = tick;
    const before = this.#apps.get(appId);
    const sample = sampleOf(tick, before?.atMs ?? snapshot.atMs - flushMs);
    const { atMs: atPlaceMs, series, slabs } = sample;
    const state = this.#stateOf(appId, before, series, snapshot.atMs, atPlaceMs);
    this.#apps.set(appId, state);
    const body = encodeFrame(slabs);
    const at_s = Math.floor(atPlaceMs / 1000);
    const key = `${at_s} ${appId}`;
    this.#pendingBytes -= this.#ticks.get(key)?.bytes ?? 0;
    this.#ticks.set(key, {
      at_s,
      app_id: appId,
      series: state.seriesId,
      boot_id: snapshot.bootId,
      bytes: body.length + rowBytes,
      body,
    });
    this.#pendingBytes += body.length + rowBytes;
    const from = this.#lifecycles.get(appId) ?? null;
    const change = lifecycleChangeOf(from, snapshot);
    if (change !== undefined) {
      this.#lifecycles.set(appId, { kind: change.to.kind, bootId: change.bootId });
      this.#push([lifecycleRow(appId, change, snapshot.sequence, receivedAtMs)]);
    }
    this.#bound();
  }

  entries(appId: string, entries: CollectedEntries): void {
    this.#push(entryRows(appId, entries, this.#options.clock.nowMs()));
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
    const ticks = this.#ticks;
    const events = this.#events;
    const series = this.#series;
    if (ticks.size + events.length > 0) {
      this.#ticks = new Map();
      this.#events = [];
      this.#series = new Map();
      const bytes = this.#pendingBytes;
      this.#pendingBytes = 0;
      try {
        await this.#write([...series.values()], [...ticks.values()], events);
        if (this.#failure !== undefined) this.#options.logger.info({}, "history is written again");
        this.#failure = undefined;
      } catch (thrown) {
        this.#failed(thrown);
        this.#ticks = new Map([...ticks, ...this.#ticks]);
        this.#events = [...events, ...this.#events];
        this.#series = new Map([...series, ...this.#series]);
        this.#pendingBytes += bytes;
        this.#bound();
      }
    }
    this.#options.afterFlush();
  }

  async #write(
    series: readonly SeriesRow[],
    ticks: readonly TickRow[],
    events: readonly EventRow[],
  ): Promise<void> {
    await this.#options.database.transaction().execute(async (trx) => {
      for (const rows of batches(series)) {
        await trx
          .insertInto("history_series")
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(["app_id", "series"])
              .doUpdateSet(({ ref }) => ({ last_s: ref("excluded.last_s") })),
          )
          .execute();
      }
      for (const rows of batches(ticks)) {
        await trx
          .insertInto("history_ticks")
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(["at_s", "app_id"]).doUpdateSet(({ ref }) => ({
              series: ref("excluded.series"),
              boot_id: ref("excluded.boot_id"),
              bytes: ref("excluded.bytes"),
              body: ref("excluded.body"),
            })),
          )
          .execute();
      }
      for (const rows of batches(events)) {
        await trx
          .insertInto("history_events")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    });
  }

  /** A series is written with its first tick; it is in the database before any later one. */
  #stateOf(
    appId: string,
    before: AppState | undefined,
    series: Series,
    atMs: number,
    atPlaceMs: number,
  ): AppState {
    if (before !== undefined && isSameSeries(before.series, series)) return { ...before, atMs };
    const body = seriesText(series);
    const id = seriesId(body);
    const last_s = Math.floor(atPlaceMs / 1000);
    const bytes = Buffer.byteLength(body) + rowBytes;
    this.#pendingBytes += bytes;
    this.#series.set(`${id} ${appId}`, { app_id: appId, series: id, bytes, body, last_s });
    return { series, seriesId: id, atMs };
  }

  #push(rows: readonly EventRow[]): void {
    for (const row of rows) {
      this.#events.push(row);
      this.#pendingBytes += row.bytes;
    }
  }

  #bound(): void {
    const { pendingBytesMax } = this.#options;
    for (const [key, { bytes }] of this.#ticks) {
      if (this.#pendingBytes <= pendingBytesMax) return;
      this.#ticks.delete(key);
      this.#pendingBytes -= bytes;
      this.#lost += 1;
    }
    while (this.#pendingBytes > pendingBytesMax) {
      const gone = this.#events.shift();
      if (gone === undefined) {
        this.#forgetSeries();
        return;
      }
      this.#pendingBytes -= gone.bytes;
      this.#lost += 1;
    }
  }

  /** The next tick of each app brings its series again. */
  #forgetSeries(): void {
    this.#series.clear();
    this.#apps.clear();
    this.#pendingBytes = 0;
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

function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += statementRows) yield rows.slice(from, from + statementRows);
}
