/** A topic of the embedded log, and the rules for its name and settings. */
import { StoatFlowError } from "../errors.ts";
import type { TopicSpec } from "../ports.ts";
import type { PartitionLog, Retention } from "./partition-log.ts";

export interface Topic {
  readonly name: string;
  readonly config: Readonly<Record<string, string>>;
  readonly partitions: PartitionLog[];
}

const nameLengthMax = 249;

/**
 * Kafka's rule for names, which also keeps them safe as names of directories.
 *
 * @throws {StoatFlowError} `configuration`.
 */
export function checkTopicSpec({ topic, partitions }: TopicSpec): void {
  const isName = /^[A-Za-z0-9._-]+$/.test(topic) && topic.length <= nameLengthMax;
  if (!isName || topic === "." || topic === "..") {
    throw new StoatFlowError("configuration", `"${topic}" cannot be the name of a topic`, {
      remedy: `use at most ${nameLengthMax} letters, digits, dots, underscores and hyphens`,
    });
  }
  if (!Number.isInteger(partitions) || partitions < 1) {
    throw new StoatFlowError("configuration", `topic "${topic}" cannot have ${partitions} partitions`, {
      remedy: "give it one or more",
    });
  }
}

/** Compacted where `cleanup.policy` says so; else bounded in bytes. */
export function retentionOf(config: Readonly<Record<string, string>>, retentionBytes: number): Retention {
  const isCompacted = config["cleanup.policy"]?.split(",").includes("compact") === true;
  return isCompacted ? { kind: "compact" } : { kind: "delete", retentionBytes };
}
