import type {
  ControlAnswer,
  ControlChanged,
  FeedSnapshot,
  HoldsBody,
  LateDropsBody,
  PauseRequest,
  ResumeRequest,
  TopologyBody,
  ViolationsBody,
} from "../wire/index.ts";
import type { IncidentSimulator } from "./incident-simulator.ts";
import type { RecordAccess } from "./record-source.ts";

/** A control call that was not carried out, and why. Answered with 409. */
export type ControlRefused =
  | { readonly result: "refused"; readonly code: "not-allowed-now"; readonly message: string }
  | {
      readonly result: "refused";
      readonly code: "stale-generation" | "stale-run";
      readonly message: string;
      readonly changed: ControlChanged;
    };

/**
 * What the server needs of the engine, and all it needs. Reading never changes anything and never waits; every
 * number of one answer is of one tick (invariant 14).
 */
export interface ObservedApp {
  /** The newest tick, whole. */
  current(): FeedSnapshot;
  /** Calls `listener` at each tick; the returned function ends that. */
  onTick(listener: (snapshot: FeedSnapshot) => void): () => void;
  topology(): TopologyBody;
  /** Entries with an id greater than `after`, oldest first, at most `limit`. */
  lateDrops(after: bigint, limit: number): LateDropsBody;
  /** Holds that have ended, in the order of their ends. */
  holds(after: bigint, limit: number): HoldsBody;
  violations(after: bigint, limit: number): ViolationsBody;
  pause(request: PauseRequest): ControlAnswer | ControlRefused;
  resume(request: ResumeRequest): ControlAnswer | ControlRefused;
  /** Present in an app that can be disturbed on demand: the capability `incidents`. */
  readonly incidents?: IncidentSimulator | undefined;
  /** One record of its log on demand: where it is `readable`, it tells the capability `read-record`. */
  readonly records: RecordAccess;
  /** The server tells how many readers hang on the feed; shown in the next tick. */
  feedClients(count: number): void;
}
