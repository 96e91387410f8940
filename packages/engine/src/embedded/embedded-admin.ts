/** Topics and whole reads of the embedded log, outside any group. */
import type { LogAdmin, RecordRead, TopicSpec } from "../ports.ts";
import type { Offset } from "../record/offset.ts";
import type { LogRecord } from "../record/record.ts";
import type { TopicPartition } from "../record/topic-partition.ts";
import type { Broker } from "./broker.ts";
import type { LogProcess } from "./log-process.ts";

/** The most records of one batch of a whole read. */
const batchRecordsMax = 500;

export class EmbeddedAdmin implements LogAdmin {
  readonly #broker: Broker;
  readonly #process: LogProcess;

  constructor(broker: Broker, process: LogProcess) {
    this.#broker = broker;
    this.#process = process;
  }

  partitionCounts(topics: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#process.answer(() => {
      const counts = new Map<string, number>();
      for (const name of topics) {
        const topic = this.#broker.topic(name);
        if (topic !== undefined) counts.set(name, topic.partitions.length);
      }
      return counts;
    });
  }

  topicConfigs(topics: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
    return this.#process.answer(() => {
      const configs = new Map<string, Readonly<Record<string, string>>>();
      for (const name of topics) {
        const topic = this.#broker.topic(name);
        if (topic !== undefined) configs.set(name, topic.config);
      }
      return configs;
    });
  }

  createTopics(topics: readonly TopicSpec[]): Promise<void> {
    return this.#process.answer(() => {
      for (const spec of topics) this.#broker.createTopic(spec);
    });
  }

  /** A decided transaction is marked at once here, so the last stable offset is the end either way. */
  readToEnd(topic: string, each: (records: readonly LogRecord[]) => void): Promise<void> {
    return this.#process.answer(() => {
      for (const partition of this.#broker.requireTopic(topic).partitions) {
        let position = partition.startOffset;
        while (position < partition.lastStableOffset) {
          const read = partition.read(position, batchRecordsMax);
          position = read.position;
          if (read.records.length > 0) each(read.records);
        }
      }
    });
  }

  readRecord({ topic, partition }: TopicPartition, offset: Offset): Promise<RecordRead> {
    return this.#process.answer(
      () => this.#broker.topic(topic)?.partitions[partition]?.find(offset) ?? { kind: "no-partition" },
    );
  }
}
