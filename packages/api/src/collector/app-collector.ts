/**
 * Collects one app: all of its instances, merged, however many readers.
 *
 * It owns the instances' collectors, the app's newest tick, the rings and the subscriptions; the instances tell it that
 * they have changed, and routers read from it through {@link CollectedApp}. Nothing of it is shared with another app's,
 * so a bad app is a bad state of that app alone. Invariants: a tick of one instance is shown as it is (14), and
 * everything that is kept is bounded (17).
 */
import type { ControlAnswer, PauseRequest, ResumeRequest, TopologyBody } from "@stoatflow/engine/wire";
import { ApiError } from "../api-error.ts";
import type { AppConfig } from "../apps/app-config.ts";
import type { Clock } from "../clock.ts";
import { type EntryRef, entryKey } from "../entry-key.ts";
import { messageOf } from "../one-line.ts";
import {
  type AppSummary,
  type CollectedRow,
  type Connection,
  type HoldPage,
  type LateDropEntry,
  type LateDropPage,
  paceOf,
  type RecentTicks,
  type ViolationPage,
} from "../wire/index.ts";
import { appConnection } from "./app-connection.ts";
import type { AppSource, IncidentSource, RecordReader } from "./app-source.ts";
import { Changes } from "./changes.ts";
import type { CollectedApp, CollectedView, ListStanding, PageRequest, WatchedView } from "./collected-app.ts";
import type { CollectorObserver } from "./collector-observer.ts";
import { controlInstances } from "./control-instances.ts";
import { isNewer } from "./feed-event.ts";
import { InstanceCollector } from "./instance-collector.ts";
import { createAppLists } from "./instance-entries.ts";
import { listedOf } from "./listed.ts";
import type { CollectorLogger } from "./logger.ts";
import { type MergedApp, mergeInstances } from "./merge/merge-instances.ts";
import { RecentMinutes } from "./recent-minutes.ts";
import { ReplayRing, tickId } from "./replay-ring.ts";
import { shownSnapshot } from "./shown-snapshot.ts";
import { type ReceivedTick, summaryOf } from "./summary.ts";
import { TickRing } from "./tick-ring.ts";
import { type Trace, Trail } from "./trail.ts";

/** The most subscriptions on one app. */
const watchersMax = 512;

/** The id of a watched value before the first tick. */
const noTickId = "none";

/** One instance that is to be followed. */
export interface InstanceAddress {
  readonly appId: string;
  readonly url: string;
}

export interface AppCollectorOptions {
  readonly app: AppConfig;
  readonly sourceFor: (instance: InstanceAddress) => AppSource;
  readonly clock: Clock;
  readonly logger: CollectorLogger;
  readonly random: () => number;
  readonly observer?: CollectorObserver | undefined;
  /** Called with each change, after it can be read. @default nobody is told */
  readonly onChanged?: (() => void) | undefined;
}

export class AppCollector implements CollectedApp {
  readonly id: string;
  readonly #options: AppCollectorOptions;
  readonly #changes = new Changes(watchersMax, "this app");
  readonly #replay = new ReplayRing();
  readonly #ticks = new TickRing();
  readonly #trail = new Trail();
  readonly #recent = new RecentMinutes();
  readonly #lists: ReturnType<typeof createAppLists>;
  #app: AppConfig;
  #started = false;
  /** In the order of the configuration. */
  #instances: readonly InstanceCollector[];
  #merged: MergedApp;
  #summary: AppSummary;

  constructor(options: AppCollectorOptions) {
    this.id = options.app.id;
    this.#options = options;
    this.#app = options.app;
    this.#lists = createAppLists(options.clock);
    this.#instances = options.app.urls.map((url) => this.#instanceAt(url));
    this.#merged = this.#merge();
    this.#summary = summaryOf(this.#app, this.#connection(), undefined);
  }

  start(): void {
    this.#started = true;
    for (const instance of this.#instances) instance.start();
  }

  /** Ends everything; with an `error`, subscriptions are given it. */
  stop(error?: ApiError): void {
    for (const instance of this.#instances) instance.stop();
    this.#changes.close(error);
  }

  /** Takes what is configured from now on. Instances whose address stays keep their connection. */
  configure(app: AppConfig): void {
    const before = this.#instances;
    this.#app = app;
    this.#instances = app.urls.map((url) => before.find((one) => one.url === url) ?? this.#instanceAt(url));
    for (const gone of before) if (!this.#instances.includes(gone)) gone.stop();
    if (this.#started) for (const added of this.#instances) if (!before.includes(added)) added.start();
    this.#changed();
  }

  summary(): AppSummary {
    return this.#summary;
  }

  listed(): CollectedRow {
    return this.#listed(this.#summary, this.#merged.tick, this.#options.clock.nowMs());
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
        yield this.view();
      } while (await this.#changes.next(seen, signal));
    } finally {
      this.#changes.leave();
    }
  }

  subscriptions(): number {
    return this.#changes.watchers;
  }

  announce(): void {
    this.#changes.announce();
    this.#options.onChanged?.();
  }

  version(): number {
    return this.#changes.version;
  }

  view(): WatchedView {
    return this.#viewOf(this.#merged.tick);
  }

  follow(): () => void {
    this.#changes.enter();
    return () => this.#changes.leave();
  }

  newest(): ReceivedTick | undefined {
    return this.#merged.tick;
  }

  newestOf(bootId: string): ReceivedTick | undefined {
    return this.#merged.told.find(({ tick }) => tick.snapshot.bootId === bootId)?.tick;
  }

  trace(): Trace | undefined {
    return this.#trail.trace();
  }

  topology(): Promise<TopologyBody> {
    const [first] = this.#instances;
    const asked = this.#working()[0] ?? first;
    if (asked === undefined) throw new ApiError("unreachable", `app "${this.id}" has no instance`);
    return asked.topology();
  }

  recentTicks(partitions?: readonly string[]): RecentTicks {
    return this.#ticks.recent(partitions);
  }

  lateDrops(request: PageRequest): Promise<LateDropPage> {
    return this.#lists.lateDrops.page(
      request,
      this.#instances.map(({ entries }) => entries.lateDrops),
    );
  }

  lateDrop(ref: EntryRef): LateDropEntry | undefined {
    const key = entryKey(ref);
    return this.#lists.lateDrops.ring.entries.find((drop) => entryKey(drop) === key);
  }

  lateDropStanding(): ListStanding {
    return this.#lists.lateDrops.standing(this.#instances.map(({ entries }) => entries.lateDrops));
  }

  holds(request: PageRequest): Promise<HoldPage> {
    return this.#lists.holds.page(
      request,
      this.#instances.map(({ entries }) => entries.holds),
    );
  }

  violations(request: PageRequest): Promise<ViolationPage> {
    return this.#lists.violations.page(
      request,
      this.#instances.map(({ entries }) => entries.violations),
    );
  }

  pause(request: PauseRequest): Promise<ControlAnswer> {
    return this.#control("pause", request);
  }

  resume(request: ResumeRequest): Promise<ControlAnswer> {
    return this.#control("resume", request);
  }

  simulator(): IncidentSource {
    const able = this.#working().find(({ tick }) => tick?.snapshot.capabilities.includes("incidents"));
    if (able !== undefined) return able.source;
    throw new ApiError(
      "no-incidents",
      `app "${this.id}" simulates no incidents: it has not the capability, as only the demo's apps have`,
    );
  }

  recordReader(): RecordReader {
    const told = this.#instances.filter(({ tick }) => tick !== undefined);
    if (told.length === 0)
      throw new ApiError("unreachable", `app "${this.id}" was not reached yet, so that it reads no record`);
    const able = told.filter(({ tick }) => tick?.snapshot.capabilities.includes("read-record"));
    const connected = able.filter(({ connection }) => connection.kind === "live");
    const working = this.#working();
    const best = connected.find((one) => working.includes(one)) ?? connected[0] ?? able[0];
    if (best !== undefined) return best.source;
    throw new ApiError(
      "no-record-reader",
      `app "${this.id}" gives no record by its offset: it lacks the capability "read-record", which newer engines have unless status.payload-bytes-kept is 0`,
    );
  }

  async #control(verb: "pause" | "resume", request: PauseRequest): Promise<ControlAnswer> {
    const { logger, observer } = this.#options;
    const about = { appId: this.id, verb, actor: request.actor, reason: request.reason };
    try {
      const working = this.#working();
      const [first, ...rest] = (working.length > 0 ? working : this.#instances).map(
        ({ url, source, tick }) => ({ url, source, tick }),
      );
      if (first === undefined) throw new ApiError("unreachable", `app "${this.id}" has no instance`);
      const { told } = this.#merged;
      const shown = { ...this.#summary, isAlone: this.#instances.length === 1 };
      const answer = await controlInstances(verb, request, shown, [first, ...rest], (instance, one) =>
        observer?.controlled?.(this.id, { instance, told, verb, request, answer: one }),
      );
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

  #working(): readonly InstanceCollector[] {
    return this.#instances.filter((_, i) => this.#merged.shares[i]?.role === "working");
  }

  #viewOf(tick: ReceivedTick | undefined): WatchedView {
    const nowMs = this.#options.clock.nowMs();
    const summary =
      tick === this.#merged.tick ? this.#summary : summaryOf(this.#app, this.#summary.connection, tick);
    const view: CollectedView = {
      summary: this.#listed(summary, tick, nowMs),
      snapshot: tick === undefined ? null : shownSnapshot(tick.snapshot),
      receivedAtMs: tick?.receivedAtMs ?? null,
      serverNowMs: nowMs,
    };
    return { id: tick === undefined ? noTickId : tickId(tick), view };
  }

  #listed(summary: AppSummary, tick: ReceivedTick | undefined, nowMs: number): CollectedRow {
    const newest = this.#trail.trace()?.pace;
    const pace = newest !== undefined && tick === this.#merged.tick ? newest : paceOf(summary, newest);
    const [recent, instances, merged] = [this.#recent, this.#instances, this.#merged];
    return listedOf({ summary, tick, pace, recent, instances, merged }, nowMs);
  }

  #instanceAt(url: string): InstanceCollector {
    const { sourceFor, clock, logger, random, observer } = this.#options;
    const appId = this.id;
    return new InstanceCollector({
      appId,
      url,
      source: sourceFor({ appId, url }),
      lists: this.#lists,
      clock,
      logger,
      random,
      onChanged: () => this.#changed(),
      instanceOf: (bootId) => this.newestOf(bootId)?.snapshot.instanceId,
      onTaken: (entries) => observer?.entries(appId, entries),
    });
  }

  #merge(): MergedApp {
    return mergeInstances(
      this.#instances.map(({ url, tick, connection, age }) => ({
        url,
        tick,
        isCurrent: connection.kind === "live" && age.kind === "fresh",
      })),
    );
  }

  #connection(): Connection {
    const [first, ...rest] = this.#instances.map(({ connection }) => connection);
    if (first === undefined) return { kind: "connecting", sinceMs: this.#options.clock.nowMs() };
    return appConnection([first, ...rest]);
  }

  #changed(): void {
    const before = this.#merged.tick;
    this.#merged = this.#merge();
    const { tick, holding, floorsMs, told } = this.#merged;
    if (tick !== undefined && tick !== before && isNewer(before?.snapshot, tick.snapshot)) {
      this.#replay.push(tick);
      this.#ticks.push(tick.snapshot);
      this.#trail.push(tick, holding, floorsMs);
      this.#recent.push(tick, told);
      this.#options.observer?.tick(this.id, tick, told);
    }
    this.#summary = summaryOf(this.#app, this.#connection(), tick);
    this.announce();
  }
}
