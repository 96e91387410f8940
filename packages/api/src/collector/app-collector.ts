/**
 * Collects one app: one connection, however many readers.
 *
 * It owns the connection's state, the newest tick, the rings, and the wait before the next attempt; the source tells it
 * ticks, and routers read from it through {@link CollectedApp}. Nothing of it is shared with another app's, so a bad app
 * is a bad state of that app alone. Invariants: what it shows is of one tick (14), and everything it keeps is
 * bounded (17).
 */
import type {
  ControlAnswer,
  FeedSnapshot,
  Hold,
  LateDrop,
  PauseRequest,
  ResumeRequest,
  TopologyBody,
  Violation,
} from "@stoatflow/engine/wire";
import type { AppConfig } from "../apps/app-config.ts";
import type { Clock } from "../clock.ts";
import { messageOf } from "../one-line.ts";
import type {
  AppSummary,
  AppView,
  Connection,
  HoldPage,
  LateDropPage,
  ListedApp,
  RecentTicks,
  ViolationPage,
} from "../wire/index.ts";
import type { AppSource, FeedConnection, FeedEnd } from "./app-source.ts";
import { backoffMs } from "./backoff.ts";
import { Changes } from "./changes.ts";
import type { CollectedApp, PageRequest, WatchedView } from "./collected-app.ts";
import type { CollectorObserver } from "./collector-observer.ts";
import { onEnded, onSeen } from "./connection-state.ts";
import { EntryCollector, type OfBoot } from "./entry-collector.ts";
import { EntryRing } from "./entry-ring.ts";
import { holdSize, lateDropSize, violationSize } from "./entry-size.ts";
import { isNewer } from "./feed-event.ts";
import type { CollectorLogger } from "./logger.ts";
import { ReplayRing, tickId } from "./replay-ring.ts";
import { type ReceivedTick, summaryOf } from "./summary.ts";
import { TickRing } from "./tick-ring.ts";
import { TopologyOfBoot } from "./topology-of-boot.ts";

/** The most subscriptions on one app. */
const watchersMax = 512;

/** A connection that lasted this long was a good one: the next attempt after it waits the shortest time. */
const goodAfterMs = 10_000;

/** An app keeps its newest late drops and the start of each burst beside them: there is room for both. */
const lateDropBounds = { entriesMax: 4000, sizeMax: 8 * 1024 * 1024 };

/** The id of a watched value before the first tick. */
const noTickId = "none";

export interface AppCollectorOptions {
  readonly app: AppConfig;
  readonly source: AppSource;
  readonly clock: Clock;
  readonly logger: CollectorLogger;
  readonly random: () => number;
  readonly observer?: CollectorObserver | undefined;
}

export class AppCollector implements CollectedApp {
  readonly id: string;
  readonly #options: AppCollectorOptions;
  readonly #changes = new Changes(watchersMax);
  readonly #replay = new ReplayRing();
  readonly #ticks = new TickRing();
  readonly #lateDrops: EntryCollector<LateDrop>;
  readonly #holds: EntryCollector<Hold>;
  readonly #violations: EntryCollector<Violation>;
  readonly #topology: TopologyOfBoot;
  #connection: Connection;
  #tick: ReceivedTick | undefined;
  #summary: AppSummary;
  #lastSeenMs: number | null = null;
  #feed: FeedConnection | undefined;
  #cancelRetry: () => void = () => undefined;
  #attempt = 0;

  constructor(options: AppCollectorOptions) {
    const { app, clock, source, observer } = options;
    this.id = app.id;
    this.#options = options;
    this.#lateDrops = new EntryCollector({
      clock,
      ring: new EntryRing<OfBoot<LateDrop>>(lateDropSize, lateDropBounds),
      hasHoles: true,
      fetchAfter: (after, limit, signal) => source.lateDrops(after, limit, signal),
      onTaken: (items) => observer?.entries(app.id, { kind: "late-drop", items }),
    });
    this.#holds = new EntryCollector({
      clock,
      ring: new EntryRing<OfBoot<Hold>>(holdSize),
      fetchAfter: (after, limit, signal) => source.holds(after, limit, signal),
      onTaken: (items) => observer?.entries(app.id, { kind: "hold", items }),
    });
    this.#violations = new EntryCollector({
      clock,
      ring: new EntryRing<OfBoot<Violation>>(violationSize),
      fetchAfter: (after, limit, signal) => source.violations(after, limit, signal),
      onTaken: (items) => observer?.entries(app.id, { kind: "violation", items }),
    });
    this.#topology = new TopologyOfBoot((signal) => source.topology(signal));
    this.#connection = { kind: "connecting", sinceMs: clock.nowMs() };
    this.#summary = summaryOf(app, this.#connection, undefined);
  }

  start(): void {
    this.#connect();
  }

  stop(): void {
    this.#cancelRetry();
    this.#feed?.close();
    this.#lateDrops.close();
    this.#holds.close();
    this.#violations.close();
    this.#topology.close();
    this.#changes.close();
  }

  summary(): AppSummary {
    return this.#summary;
  }

  listed(): ListedApp {
    return { ...this.#summary, serverNowMs: this.#options.clock.nowMs() };
  }

  async *watch(
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<WatchedView, void, undefined> {
    this.#changes.enter();
    try {
      let seen = this.#changes.version;
      const missed = lastEventId === undefined ? [] : this.#replay.after(lastEventId);
      for (const tick of missed.slice(0, -1)) yield this.#viewOf(tick);
      do {
        seen = this.#changes.version;
        yield this.#viewOf(this.#tick);
      } while (await this.#changes.next(seen, signal));
    } finally {
      this.#changes.leave();
    }
  }

  newest(): ReceivedTick | undefined {
    return this.#tick;
  }

  topology(): Promise<TopologyBody> {
    return this.#topology.get(this.#tick?.snapshot.bootId);
  }

  recentTicks(partitions?: readonly string[]): RecentTicks {
    return this.#ticks.recent(partitions);
  }

  lateDrops(request: PageRequest): Promise<LateDropPage> {
    return this.#lateDrops.page(request);
  }

  holds(request: PageRequest): Promise<HoldPage> {
    return this.#holds.page(request);
  }

  violations(request: PageRequest): Promise<ViolationPage> {
    return this.#violations.page(request);
  }

  pause(request: PauseRequest): Promise<ControlAnswer> {
    return this.#control("pause", request);
  }

  resume(request: ResumeRequest): Promise<ControlAnswer> {
    return this.#control("resume", request);
  }

  async #control(verb: "pause" | "resume", request: PauseRequest): Promise<ControlAnswer> {
    const { source, logger } = this.#options;
    const about = { appId: this.id, verb, actor: request.actor, reason: request.reason };
    try {
      const answer = await source[verb](request);
      logger.info(
        { ...about, result: answer.result, generation: answer.generation },
        "control call carried out",
      );
      return answer;
    } catch (thrown) {
      logger.warn({ ...about, error: messageOf(thrown) }, "control call failed");
      throw thrown;
    }
  }

  #viewOf(tick: ReceivedTick | undefined): WatchedView {
    const { app, clock } = this.#options;
    const summary = tick === this.#tick ? this.#summary : summaryOf(app, this.#connection, tick);
    const view: AppView = {
      summary,
      snapshot: tick?.snapshot ?? null,
      receivedAtMs: tick?.receivedAtMs ?? null,
      serverNowMs: clock.nowMs(),
    };
    return { id: tick === undefined ? noTickId : tickId(tick), view };
  }

  /** A feed that was invalid is begun anew, since what is held of it may be what went wrong. */
  #connect(): void {
    const { source, clock } = this.#options;
    const openedMs = clock.nowMs();
    const held = this.#connection.kind === "invalid" ? undefined : this.#tick?.snapshot;
    this.#feed = source.connect(held, {
      tick: (snapshot) => this.#received(snapshot),
      seen: () => this.#seen(),
      ended: (end) => this.#ended(end, openedMs),
    });
  }

  #received(snapshot: FeedSnapshot): void {
    if (!isNewer(this.#tick?.snapshot, snapshot)) {
      this.#seen();
      return;
    }
    const receivedAtMs = this.#options.clock.nowMs();
    this.#tick = { snapshot, receivedAtMs };
    this.#replay.push(this.#tick);
    this.#ticks.push(snapshot);
    this.#options.observer?.tick(this.id, this.#tick);
    this.#lateDrops.announce(snapshot.bootId, snapshot.rings.lateDropsNext);
    if (snapshot.capabilities.includes("holds"))
      this.#holds.announce(snapshot.bootId, snapshot.rings.holdsNext);
    this.#violations.announce(snapshot.bootId, snapshot.rings.violationsNext);
    this.#lastSeenMs = receivedAtMs;
    this.#changed(onSeen(this.#connection, receivedAtMs));
  }

  #seen(): void {
    const nowMs = this.#options.clock.nowMs();
    this.#lastSeenMs = nowMs;
    const next = onSeen(this.#connection, nowMs);
    if (next !== this.#connection) this.#changed(next);
  }

  #ended(end: FeedEnd, openedMs: number): void {
    const { clock, random } = this.#options;
    const nowMs = clock.nowMs();
    if (this.#connection.kind === "live" && nowMs - openedMs >= goodAfterMs) this.#attempt = 0;
    const next = onEnded(this.#connection, end, nowMs, this.#lastSeenMs);
    if (next !== this.#connection) this.#changed(next);
    this.#cancelRetry = clock.after(backoffMs(this.#attempt, random), () => this.#connect());
    this.#attempt += 1;
  }

  #changed(connection: Connection): void {
    const { app, logger } = this.#options;
    if (connection !== this.#connection) logConnection(logger, this.id, connection);
    this.#connection = connection;
    this.#summary = summaryOf(app, connection, this.#tick);
    this.#changes.announce();
  }
}

function logConnection(logger: CollectorLogger, appId: string, connection: Connection): void {
  if (connection.kind === "live") logger.info({ appId }, "app is live");
  else logger.warn({ appId, connection }, "app cannot be followed");
}
