import type { Clock, LogClient, OptionsInput, Topology } from "@stoatflow/engine";
import type { Random } from "./chance.ts";
import type { RecordSource } from "./record-source.ts";

type TopicSpec = Parameters<LogClient["admin"]["createTopics"]>[0][number];

/** What an app takes from outside. */
export interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
}

/** One stream app of the demo, with the world that feeds it. Each runs in a process of its own. */
export interface DemoApp {
  /** Its application id, and its name in the console. */
  readonly id: string;
  /** All that it reads and writes; created where they do not exist. */
  readonly topics: readonly TopicSpec[];
  readonly settings: OptionsInput;
  readonly topology: (surroundings: Surroundings) => Topology;
  readonly source: (surroundings: Surroundings) => RecordSource;
}
