import type { LogClient, OptionsInput, Topology } from "@stoatflow/engine";
import type { Random } from "./chance.ts";
import type { RecordSource } from "./record-source.ts";

export type TopicSpec = Parameters<LogClient["admin"]["createTopics"]>[0][number];

/** One stream app of the demo, with the world that feeds it. Each runs in a process of its own. */
export interface DemoApp {
  /** Its application id, and its name in the console. */
  readonly id: string;
  /** All that it reads and writes; created where they do not exist. */
  readonly topics: readonly TopicSpec[];
  readonly settings: OptionsInput;
  topology(): Topology;
  source(random: Random, nowMs: number): RecordSource;
}
