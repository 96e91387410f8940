import type { Clock, LogClient, OptionsInput, Topology } from "@stoatflow/engine";
import type { Random } from "./chance.ts";
import type { Hindrance } from "./incidents/hindrance.ts";
import type { RecordSource } from "./record-source.ts";

type TopicSpec = Parameters<LogClient["admin"]["createTopics"]>[0][number];

/** What an app takes from outside. */
export interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
  /** What keeps the service that the app asks from answering. @default nothing */
  readonly hindrance?: Hindrance;
}

/** One stream app of the demo, with the world that feeds it. Each runs in a process of its own. */
export interface DemoApp {
  /** Its application id, and its name in the console. */
  readonly id: string;
  /** All that it reads and writes; created where they do not exist. */
  readonly topics: readonly TopicSpec[];
  readonly settings: OptionsInput;
  /** Whether it asks a service for each record, which can be slow or silent. */
  readonly asksAService: boolean;
  readonly topology: (surroundings: Surroundings) => Topology;
  readonly source: (surroundings: Surroundings) => RecordSource;
}
