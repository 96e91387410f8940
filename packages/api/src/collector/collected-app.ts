import type { ControlAnswer, PauseRequest, ResumeRequest, TopologyBody } from "@stoatflow/engine/wire";
import type { AppConfig } from "../apps/app-config.ts";
import type { EntryRef } from "../entry-key.ts";
import type {
  AppSummary,
  AppView,
  CollectedRow,
  HoldPage,
  LateDropEntry,
  LateDropPage,
  RecentTicks,
  ViolationPage,
} from "../wire/index.ts";
import type { IncidentSource, RecordReader } from "./app-source.ts";
import type { Changes } from "./changes.ts";
import type { ReceivedTick } from "./summary.ts";
import type { Trace } from "./trail.ts";

/** One value of `apps.watch`. `id` is `bootId-sequence` of the newest tick, or `none` before the first. */
export interface WatchedView {
  readonly id: string;
  readonly view: CollectedView;
}

/** What the console itself knows of the app is put beside it by the services. */
export type CollectedView = Omit<AppView, "summary"> & { readonly summary: CollectedRow };

export interface PageRequest {
  readonly limit: number;
  readonly before?: string | undefined;
}

/** What a page says of its whole list. */
export type ListStanding = Pick<LateDropPage, "total" | "retained" | "olderThanRetained" | "freshness">;

/** One app as the routers see it. Reading takes nothing from the app itself: it answers from what was collected. */
export interface CollectedApp {
  readonly id: string;
  summary(): AppSummary;
  /** The same, with ages by the collector's clock and how each instance stands. */
  listed(): CollectedRow;
  /**
   * The newest state at once, then one value for each change, until `signal` aborts. With `lastEventId` of a tick that
   * is still held, the ticks after it come first. A slow reader gets the newest state, never a growing queue.
   *
   * @throws {ApiError} `too-many-watchers`
   */
  watch(lastEventId: string | undefined, signal: AbortSignal): AsyncIterable<WatchedView>;
  /** The newest state, as {@link watch} gives it. */
  view(): WatchedView;
  /** Grows with each change: who looks again and finds the same number has missed nothing. */
  version(): number;
  /**
   * Counts one who reads it by {@link view}; the returned function ends that.
   *
   * @throws {ApiError} `too-many-watchers`
   */
  follow(): () => void;
  /** How many watch it now. */
  subscriptions(): number;
  /** Something beside what is collected has changed: whoever watches the app is given its state anew. */
  announce(): void;
  /** The newest tick, whole, however old; `undefined` before the first. */
  newest(): ReceivedTick | undefined;
  /** The newest tick of the instance whose run that is; `undefined` where no configured instance is in that run. */
  newestOf(bootId: string): ReceivedTick | undefined;
  /** What the ticks so far say of since when and how fast; `undefined` before the first. */
  trace(): Trace | undefined;
  /** Asked once a run of the app. @throws {ApiError} `unreachable`, `broken-off`, `timeout`, `bad-answer`, `too-large` */
  topology(): Promise<TopologyBody>;
  /** Without `partitions`: all of them, or those furthest behind where there are more than one answer holds. */
  recentTicks(partitions?: readonly string[]): RecentTicks;
  /** Waits a moment for entries that the app has announced. @throws {ApiError} `unknown-cursor` */
  lateDrops(request: PageRequest): Promise<LateDropPage>;
  /** The one of that run and id, where it is held: nothing is waited for. */
  lateDrop(ref: EntryRef): LateDropEntry | undefined;
  /** What a page of {@link lateDrops} says of the whole list, as it is now: nothing is waited for. */
  lateDropStanding(): ListStanding;
  /** As {@link lateDrops}. An app without the capability `holds` has an empty page that is `fetching`. */
  holds(request: PageRequest): Promise<HoldPage>;
  /** As {@link lateDrops}. */
  violations(request: PageRequest): Promise<ViolationPage>;
  /**
   * @throws {ControlRefused} the app says no.
   * @throws {ApiError} `unreachable`: nothing was asked. `timeout`, `broken-off`, `bad-answer`, `too-large`: it may have
   * been done.
   */
  pause(request: PauseRequest): Promise<ControlAnswer>;
  /** @throws {ApiError} as {@link pause} */
  resume(request: ResumeRequest): Promise<ControlAnswer>;
  /**
   * Where its incidents are simulated: at the instance that works and has the capability.
   *
   * @throws {ApiError} `no-incidents`: none has it.
   */
  simulator(): IncidentSource;
  /**
   * Where a record of a topic that it reads can be had: at an instance that has the capability, best one that is connected
   * and works. All instances of an app read the same topics.
   *
   * @throws {ApiError} `no-record-reader`: none has it. `unreachable`: nothing was heard of any yet.
   */
  recordReader(): RecordReader;
}

/** All configured apps. One a process: the server that owns it starts and stops it. */
export interface Collectors {
  /** Opens one connection an instance. Calling it twice changes nothing. */
  start(): void;
  /** Ends every connection, timer and subscription. */
  stop(): void;
  /**
   * Takes another list of apps: new ones are followed, those that are gone are left (their subscriptions end with
   * `unknown-app`), changed ones keep the connections of the addresses that stay, and the others are not touched.
   */
  apply(apps: readonly AppConfig[]): void;
  /** In the order of the configuration. */
  list(): readonly CollectedApp[];
  /** Told of each change of an app, and of the list. */
  readonly changes: Pick<Changes, "version" | "enter" | "leave" | "next">;
  /** @throws {ApiError} `unknown-app` */
  get(appId: string): CollectedApp;
}
