/** What an app is made with and what it can be asked: the engine as its owner sees it. */
import type { Logger } from "pino";
import type { Clock } from "./clock.ts";
import type { Cut } from "./commit/barrier.ts";
import type { StoatFlowError } from "./errors.ts";
import type { RecordBuffer } from "./ingest/partition-buffer.ts";
import type { Processing } from "./lifecycle/processing.ts";
import type { OptionsInput } from "./options.ts";
import type { LogClient } from "./ports.ts";
import type { Offset } from "./record/offset.ts";
import type { LogRecord } from "./record/record.ts";
import type { TopicPartition } from "./record/topic-partition.ts";
import type { IncidentSimulator } from "./server/incident-simulator.ts";
import type { ControlRefused } from "./server/observed-app.ts";
import type { Topology } from "./topology/topology.ts";
import type {
  ControlAnswer,
  FeedSnapshot,
  LifecycleKind,
  PauseRequest,
  ResumeRequest,
} from "./wire/index.ts";

export interface EngineOptions {
  /** Names the app: its consumer group, its `transactional.id` and its changelogs. Letters, digits, `.`, `_`, `-`. */
  readonly applicationId: string;
  readonly topology: Topology;
  readonly log: LogClient;
  /** Settings by their dotted keys below `stoatflow.`; YAML and environment weigh more. */
  readonly settings?: OptionsInput;
  /** A YAML file of settings. */
  readonly configFile?: string;
  /** @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** @default `<applicationId>-1` */
  readonly instanceId?: string;
  /** @default pino on standard output at level `info` */
  readonly logger?: Logger;
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** Tells this start from others. @default random */
  readonly bootId?: string;
  /** What disturbs the app on demand, over its server, for a demonstration. @default none, and the server has no such calls */
  readonly incidents?: IncidentSimulator;
}

/** A running stream app. */
export interface Engine {
  /** The address of the status server, once started; `undefined` where it is switched off. */
  readonly url: string | undefined;
  readonly lifecycle: LifecycleKind;
  /** Resolves when the app has ended: by `stop` without an error, by a failure with it. */
  readonly ended: Promise<StoatFlowError | undefined>;
  /**
   * Starts: checks the topics, listens, joins the group. Resolves when the group has told the assignment, or when the
   * app was stopped meanwhile.
   *
   * @throws {StoatFlowError} `configuration`, `listen`, `unknown-topic`, `log-unavailable`.
   */
  start(): Promise<void>;
  /**
   * Commits all that was dispatched and ends. What a lane still holds after `drainTimeoutMs` (30 s) is left uncommitted.
   * Of an app that has failed it ends what was left for looking at: the status server.
   */
  stop(options?: { readonly drainTimeoutMs?: number }): Promise<void>;
  /** Drains the lanes, commits what was dispatched and stays in the group. Answers at once what it did, or why not. */
  pause(request: PauseRequest): ControlAnswer | ControlRefused;
  /** Ends the pause and goes on from where it stands. Answers at once what it did, or why not. */
  resume(request: ResumeRequest): ControlAnswer | ControlRefused;
  /**
   * The newest snapshot of the status.
   *
   * @throws {StoatFlowError} `configuration` before `start`.
   */
  snapshot(): FeedSnapshot;
}

/** What tests put in place of a part, or look at. */
export interface EngineInternals {
  readonly createBuffer?: () => RecordBuffer;
  /** The parts exist and nothing runs yet. */
  readonly created?: (processing: Processing) => void;
  readonly dispatched?: (record: LogRecord) => void;
  readonly positioned?: (partition: TopicPartition, position: Offset) => void;
  readonly fixed?: (cut: Cut, epoch: number) => void;
}
