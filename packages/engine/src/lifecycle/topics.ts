import { StoatFlowError } from "../errors.ts";
import type { LogAdmin, TopicSpec } from "../ports.ts";
import { changelogTopic } from "../state/changelog.ts";
import type { Topology } from "../topology/topology.ts";

/** The partition counts of every topic that the app reads or writes, its changelogs included. */
export type PartitionCounts = ReadonlyMap<string, number>;

export interface TopicsOptions {
  readonly topology: Topology;
  readonly applicationId: string;
  readonly changelogPartitions: number;
  /** Where dead letters go; `undefined` where no policy makes any. */
  readonly deadLetters: string | undefined;
}

/**
 * Looks up the topics of the topology and creates those of the app's own that are missing: the changelogs, compacted
 * only, since expired windows leave by tombstones, and the dead-letter topic, with as many partitions as the largest
 * source has.
 *
 * @throws {StoatFlowError} `unknown-topic`, naming all that are missing; `configuration` where dead letters would be
 * read again by the app.
 */
export async function prepareTopics(
  admin: LogAdmin,
  { topology, applicationId, changelogPartitions, deadLetters }: TopicsOptions,
): Promise<PartitionCounts> {
  const sources = topology.sources.map(({ topic }) => topic);
  if (deadLetters !== undefined && sources.includes(deadLetters)) {
    throw new StoatFlowError("configuration", `dead letters would go to the source "${deadLetters}"`, {
      setting: "stoatflow.processing.dead-letter-topic",
      remedy: "name a topic that the app does not read",
    });
  }
  const named = [...sources, ...topology.outputs];
  const found = await admin.partitionCounts([...new Set(named)]);
  const missing = [...new Set(named)].filter((topic) => !found.has(topic));
  if (missing.length > 0) {
    const list = missing.map((topic) => `"${topic}"`).join(", ");
    throw new StoatFlowError("unknown-topic", `the log has no topic ${list}`, {
      setting: "topology",
      remedy: "create it first, or mend the name in stream(…), table(…), to(…) or sideOutputLateData(…)",
    });
  }
  const changelogs = topology.stores.map(({ store }) => changelogTopic(applicationId, store));
  const specs: TopicSpec[] = changelogs.map((topic) => ({
    topic,
    partitions: changelogPartitions,
    config: { "cleanup.policy": "compact" },
  }));
  if (deadLetters !== undefined) {
    specs.push({
      topic: deadLetters,
      partitions: Math.max(...sources.map((topic) => found.get(topic) ?? 1)),
    });
  }
  if (specs.length === 0) return found;
  await admin.createTopics(specs);
  return new Map([...found, ...(await admin.partitionCounts(specs.map(({ topic }) => topic)))]);
}
