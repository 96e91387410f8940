import { StoatFlowError } from "../errors.ts";
import type { LogAdmin, TopicSpec } from "../ports.ts";
import { changelogTopic } from "../state/changelog.ts";
import type { Topology } from "../topology/topology.ts";

/** The partition counts of every topic that the app reads or writes, its changelogs included. */
export type PartitionCounts = ReadonlyMap<string, number>;

/**
 * Looks up the topics of the topology and creates the changelogs that are missing: compacted only, since expired
 * windows leave by tombstones.
 *
 * @throws {StoatFlowError} `unknown-topic`, naming all that are missing.
 */
export async function prepareTopics(
  admin: LogAdmin,
  topology: Topology,
  applicationId: string,
  changelogPartitions: number,
): Promise<PartitionCounts> {
  const named = [...topology.sources, ...topology.sinks].map(({ topic }) => topic);
  const found = await admin.partitionCounts([...new Set(named)]);
  const missing = [...new Set(named)].filter((topic) => !found.has(topic));
  if (missing.length > 0) {
    const list = missing.map((topic) => `"${topic}"`).join(", ");
    throw new StoatFlowError("unknown-topic", `the log has no topic ${list}`, {
      setting: "topology",
      remedy: "create it first, or mend the name in stream(…) or to(…)",
    });
  }
  const changelogs = topology.stores.map(({ store }) => changelogTopic(applicationId, store));
  if (changelogs.length === 0) return found;
  const specs: TopicSpec[] = changelogs.map((topic) => ({
    topic,
    partitions: changelogPartitions,
    config: { "cleanup.policy": "compact" },
  }));
  await admin.createTopics(specs);
  return new Map([...found, ...(await admin.partitionCounts(changelogs))]);
}
