/** The port's administration of topics on Kafka. It opens its connection with its first use. */
import kafkajs, { type Admin } from "kafkajs";
import { messageOf, StoatFlowError } from "../errors.ts";
import type { LogAdmin, ReadEnd, RecordRead, TopicSpec } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import type { LogRecord } from "../record/record.ts";
import type { TopicPartition } from "../record/topic-partition.ts";
import { asking } from "./asking.ts";
import { clusterOf, kafkaClient } from "./connection.ts";
import { ending } from "./ending.ts";
import { brokerErrorOf } from "./kafka-error.ts";
import type { KafkaSettings } from "./options.ts";
import { readRecord } from "./read-record.ts";
import { readToEnd } from "./read-to-end.ts";
import { existingPartitionCounts } from "./topic-metadata.ts";

const metadataMaxAgeMs = 30_000;

// Node finds only some of the names of this CommonJS package, so it is taken off its one certain export.
const { ConfigResourceTypes } = kafkajs;

export class KafkaAdmin implements LogAdmin {
  readonly #settings: KafkaSettings;
  readonly #admin: Admin;
  #isConnected = false;

  constructor(settings: KafkaSettings) {
    this.#settings = settings;
    this.#admin = kafkaClient(settings).admin();
  }

  async partitionCounts(topics: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const cluster = clusterOf(this.#settings, metadataMaxAgeMs);
    try {
      return await existingPartitionCounts(this.#settings, cluster, topics);
    } finally {
      await ending(this.#settings, () => cluster.disconnect());
    }
  }

  async topicConfigs(
    topics: readonly string[],
  ): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
    const configs = new Map<string, Readonly<Record<string, string>>>();
    const existing = await this.partitionCounts(topics);
    // One by one: kafkajs answers for none where one is refused.
    for (const name of topics.filter((topic) => existing.has(topic))) {
      const config = await this.#configOf(name);
      if (config !== undefined) configs.set(name, config);
    }
    return configs;
  }

  async createTopics(topics: readonly TopicSpec[]): Promise<void> {
    const existing = await this.partitionCounts(topics.map(({ topic }) => topic));
    const missing = topics.filter(({ topic }) => !existing.has(topic));
    for (const spec of missing) await this.#create(spec);
  }

  async readToEnd(
    topic: string,
    each: (records: readonly LogRecord[]) => void,
    end: ReadEnd = "stable",
  ): Promise<void> {
    const cluster = clusterOf(this.#settings, metadataMaxAgeMs);
    const ends = clusterOf(this.#settings, metadataMaxAgeMs, end);
    try {
      await readToEnd(this.#settings, { cluster, ends }, topic, each);
    } finally {
      await ending(this.#settings, () => cluster.disconnect());
      await ending(this.#settings, () => ends.disconnect());
    }
  }

  async readRecord(partition: TopicPartition, offset: Offset, limitMs: number): Promise<RecordRead> {
    const cluster = clusterOf(this.#settings, metadataMaxAgeMs);
    try {
      return await readRecord(this.#settings, cluster, partition, offset, limitMs);
    } finally {
      await ending(this.#settings, () => cluster.disconnect());
    }
  }

  async close(): Promise<void> {
    if (this.#isConnected) await ending(this.#settings, () => this.#admin.disconnect());
  }

  async #configOf(topic: string): Promise<Readonly<Record<string, string>> | undefined> {
    return await asking(this.#settings, `reading the settings of topic "${topic}"`, async () => {
      await this.#connect();
      try {
        const answer = await this.#admin.describeConfigs({
          includeSynonyms: false,
          resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
        });
        const entries = answer.resources.flatMap(({ configEntries }) => configEntries);
        // A secret one comes without its value.
        const told = entries.filter(({ configValue }) => typeof configValue === "string");
        return Object.fromEntries(told.map(({ configName, configValue }) => [configName, configValue]));
      } catch (error) {
        if (refusals(error).some((type) => noRight.has(type))) return undefined;
        throw error;
      }
    });
  }

  async #connect(): Promise<void> {
    if (this.#isConnected) return;
    await this.#admin.connect();
    this.#isConnected = true;
  }

  async #create({ topic, partitions, config = {} }: TopicSpec): Promise<void> {
    const configEntries = Object.entries(config).map(([name, value]) => ({ name, value }));
    await asking(this.#settings, `creating topic "${topic}"`, async () => {
      await this.#connect();
      try {
        // It resolves with false where someone else was quicker.
        await this.#admin.createTopics({
          waitForLeaders: true,
          topics: [{ topic, numPartitions: partitions, configEntries }],
        });
      } catch (error) {
        const reason = refusals(error).find((type) => wrongSpec.has(type));
        if (reason === undefined) throw error;
        throw new StoatFlowError(
          "configuration",
          `topic "${topic}" cannot be created: ${reason}, ${messageOf(error)}`,
          { cause: error, setting: topic, remedy: "mend its partitions or its settings" },
        );
      }
    });
  }
}

/** Answers that mean the specification is wrong, so asking again is of no use. */
const wrongSpec: ReadonlySet<string> = new Set([
  "INVALID_TOPIC_EXCEPTION",
  "INVALID_PARTITIONS",
  "INVALID_REPLICATION_FACTOR",
  "INVALID_CONFIG",
  "POLICY_VIOLATION",
  "TOPIC_AUTHORIZATION_FAILED",
  "CLUSTER_AUTHORIZATION_FAILED",
]);

/** Answers that mean that this user may not see. */
const noRight: ReadonlySet<string> = new Set(["TOPIC_AUTHORIZATION_FAILED", "CLUSTER_AUTHORIZATION_FAILED"]);

/** The broker's reasons; kafkajs wraps those about single topics in an error with a list. */
function refusals(error: unknown): readonly string[] {
  const all =
    error instanceof Error && "errors" in error && Array.isArray(error.errors) ? error.errors : [error];
  return all.flatMap((each) => brokerErrorOf(each) ?? []);
}
