import type {
  ControlAnswer,
  FeedSnapshot,
  HoldsBody,
  IncidentAnswer,
  IncidentRequest,
  IncidentsBody,
  LateDropsBody,
  PauseRequest,
  RecordBody,
  ResumeRequest,
  TopologyBody,
  ViolationsBody,
} from "@stoatflow/engine/wire";

/** Why a connection to a feed ended. */
export interface FeedEnd {
  /** `unreachable`: no answer, or it broke off. `invalid`: what came is not what an app sends. */
  readonly kind: "unreachable" | "invalid";
  /** One line, fit for a page. */
  readonly reason: string;
}

export interface FeedListener {
  /** A tick, whole, checked, and newer than the one before. */
  tick(snapshot: FeedSnapshot): void;
  /** Something valid arrived that brings no newer tick. */
  seen(): void;
  /** Called once; nothing follows. Not called after `close()`. */
  ended(end: FeedEnd): void;
}

export interface FeedConnection {
  close(): void;
}

/** Where a record lies. */
export interface RecordPlace {
  readonly topic: string;
  readonly partition: number;
  /** Decimal text. */
  readonly offset: string;
}

/**
 * Where the state of one app is read from, and its controls. One implementation speaks to a StoatFlow engine; another
 * kind of stream processor would be another one.
 *
 * Everything that comes out of a source has been checked against the wire's schemas and is bounded in size.
 */
export interface AppSource {
  /** Makes one attempt to follow the app. With `held`, it goes on from that tick where the app still can. */
  connect(held: FeedSnapshot | undefined, listener: FeedListener): FeedConnection;
  /** Entries with an id above `after`, oldest first. @throws {ApiError} `unreachable`, `broken-off`, `timeout`, `bad-answer`, `too-large` */
  lateDrops(after: string, limit: number, signal: AbortSignal): Promise<LateDropsBody>;
  /** As {@link lateDrops}, of the holds that have ended; those that last are in each tick. */
  holds(after: string, limit: number, signal: AbortSignal): Promise<HoldsBody>;
  /** As {@link lateDrops}. */
  violations(after: string, limit: number, signal: AbortSignal): Promise<ViolationsBody>;
  /** What the app is drawn of. @throws {ApiError} `unreachable`, `broken-off`, `timeout`, `bad-answer`, `too-large` */
  topology(signal: AbortSignal): Promise<TopologyBody>;
  /**
   * One record, as the app's log has it now. Only for an app with the capability `read-record`.
   *
   * @throws {ApiError} `no-such-record`, `log-unavailable`, `too-many-readers`, `switched-off`; as {@link topology}
   */
  record(place: RecordPlace, signal: AbortSignal | undefined): Promise<RecordBody>;
  /**
   * @throws {ControlRefused} the app says no.
   * @throws {ApiError} `unreachable`: nothing was asked. `timeout`, `broken-off`, `bad-answer`, `too-large`: it may have
   * been done.
   */
  pause(request: PauseRequest): Promise<ControlAnswer>;
  /** @throws {ApiError} as {@link pause} */
  resume(request: ResumeRequest): Promise<ControlAnswer>;
  /** What the app can be made to suffer. Only for one with the capability `incidents`, as the next two. @throws {ApiError} as {@link topology} */
  incidents(signal: AbortSignal | undefined): Promise<IncidentsBody>;
  /** @throws {ApiError} as {@link pause} */
  beginIncident(name: string, request: IncidentRequest): Promise<IncidentAnswer>;
  /** @throws {ApiError} as {@link pause} */
  endIncident(name: string, request: IncidentRequest): Promise<IncidentAnswer>;
}

/** The part of a source that simulates incidents. */
export type IncidentSource = Pick<AppSource, "incidents" | "beginIncident" | "endIncident">;

/** The part of a source that reads records. */
export type RecordReader = Pick<AppSource, "record">;
