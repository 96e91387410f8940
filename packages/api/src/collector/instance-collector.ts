/**
 * Follows one instance of an app: one connection, however many readers.
 *
 * It owns the connection's state, the newest tick, the clock's skew, and the wait before the next attempt; the source
 * tells it ticks, and the app's collector reads from it and is told of each change. Nothing of it is shared with another
 * instance's, so a bad one is a bad state of that instance alone. What it shows is of one tick (invariant 14).
 */
import type { FeedSnapshot, TopologyBody } from "@stoatflow/engine/wire";
import type { Clock } from "../clock.ts";
import { ageOf, type Connection, type DataAge, staleAfter } from "../wire/index.ts";
import type { AppSource, FeedConnection, FeedEnd } from "./app-source.ts";
import { backoffMs } from "./backoff.ts";
import type { CollectedEntries } from "./collector-observer.ts";
import { onEnded, onSeen } from "./connection-state.ts";
import { isNewer } from "./feed-event.ts";
import { type AppLists, InstanceEntries } from "./instance-entries.ts";
import type { CollectorLogger } from "./logger.ts";
import { SkewWindow } from "./skew-window.ts";
import type { ReceivedTick } from "./summary.ts";
import { TopologyOfBoot } from "./topology-of-boot.ts";

/** A connection that lasted this long was a good one: the next attempt after it waits the shortest time. */
const goodAfterMs = 10_000;

export interface InstanceCollectorOptions {
  readonly appId: string;
  readonly url: string;
  readonly source: AppSource;
  readonly lists: AppLists;
  readonly clock: Clock;
  readonly logger: CollectorLogger;
  readonly random: () => number;
  /** A newer tick, another state of the connection, or a tick that has become old. */
  readonly onChanged: () => void;
  /** By what name the app has the instance whose run that is. */
  readonly instanceOf: (bootId: string) => string | undefined;
  readonly onTaken: (entries: CollectedEntries) => void;
}

export class InstanceCollector {
  readonly url: string;
  readonly source: AppSource;
  readonly entries: InstanceEntries;
  readonly #options: InstanceCollectorOptions;
  readonly #topology: TopologyOfBoot;
  readonly #skew = new SkewWindow();
  #connection: Connection;
  #tick: ReceivedTick | undefined;
  #lastSeenMs: number | null = null;
  #feed: FeedConnection | undefined;
  #cancelRetry: () => void = () => undefined;
  #cancelStale: (() => void) | undefined;
  #attempt = 0;

  constructor(options: InstanceCollectorOptions) {
    const { url, source, lists, clock, instanceOf, onTaken } = options;
    this.url = url;
    this.source = source;
    this.#options = options;
    this.entries = new InstanceEntries({ source, lists, clock, instanceOf, onTaken });
    this.#topology = new TopologyOfBoot((signal) => source.topology(signal));
    this.#connection = { kind: "connecting", sinceMs: clock.nowMs() };
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** The newest tick, whole, however old. */
  get tick(): ReceivedTick | undefined {
    return this.#tick;
  }

  get age(): DataAge {
    return ageOf(this.#tick?.receivedAtMs ?? null, this.#options.clock.nowMs(), this.#staleAfterMs);
  }

  /** When anything of it was received last; `null`: nothing was. */
  get lastSeenMs(): number | null {
    return this.#lastSeenMs;
  }

  get #staleAfterMs(): number {
    return staleAfter(this.#tick?.snapshot.status.tickIntervalMs);
  }

  /** How far its clock is ahead of the collector's; `undefined` before the first tick. */
  get skewMs(): number | undefined {
    return this.#skew.skewMs;
  }

  start(): void {
    this.#connect();
  }

  stop(): void {
    this.#cancelRetry();
    this.#forgetStale();
    this.#feed?.close();
    this.entries.close();
    this.#topology.close();
  }

  /** Asked once a run. @throws {ApiError} `unreachable`, `timeout`, `bad-answer`, `too-large` */
  topology(): Promise<TopologyBody> {
    return this.#topology.get(this.#tick?.snapshot.bootId);
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
    const staleAfterMs = this.#staleAfterMs;
    this.#tick = { snapshot, receivedAtMs };
    if (this.#staleAfterMs !== staleAfterMs) this.#forgetStale();
    this.#skew.push(snapshot.atMs, receivedAtMs);
    this.entries.announce(snapshot);
    this.#lastSeenMs = receivedAtMs;
    this.#cancelStale ??= this.#lookAtAgeIn(this.#staleAfterMs + 1);
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

  /** A frozen app sends nothing that could tell its age, so a timer does: one, however many ticks come. */
  #lookAtAgeIn(delayMs: number): () => void {
    return this.#options.clock.after(delayMs, () => {
      const { age } = this;
      this.#cancelStale = undefined;
      if (age.kind === "fresh") this.#cancelStale = this.#lookAtAgeIn(this.#staleAfterMs + 1 - age.ageMs);
      else this.#options.onChanged();
    });
  }

  #forgetStale(): void {
    this.#cancelStale?.();
    this.#cancelStale = undefined;
  }

  #changed(connection: Connection): void {
    const { appId, url, logger, onChanged } = this.#options;
    if (connection !== this.#connection) logConnection(logger, { appId, url }, connection);
    this.#connection = connection;
    onChanged();
  }
}

function logConnection(
  logger: CollectorLogger,
  instance: { readonly appId: string; readonly url: string },
  connection: Connection,
): void {
  if (connection.kind === "live") logger.info(instance, "app is live");
  else logger.warn({ ...instance, connection }, "app cannot be followed");
}
