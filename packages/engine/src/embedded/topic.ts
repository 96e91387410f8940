/** A topic of the embedded log, and the rules for its name and settings. */
import { StoatFlowError } from "../errors.ts";
import type { TopicSpec } from "../ports.ts";
import type { PartitionLog, Retention } from "./partition-log.ts";

export interface Topic {
  readonly name: string;
  config: Readonly<Record<string, string>>;
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

const after = "message.timestamp.after.max.ms";
const before = "message.timestamp.before.max.ms";

/**
 * Judges a stamp as a broker does that stamps no records itself. A topic without these settings takes any.
 *
 * @throws {StoatFlowError} `output-refused`.
 */
export function checkTimestamp({ name, config }: Topic, timestampMs: number, nowMs: number): void {
  if (config["message.timestamp.type"] === "LogAppendTime") return;
  const setting =
    timestampMs - nowMs > Number(config[after] ?? Number.POSITIVE_INFINITY)
      ? after
      : nowMs - timestampMs > Number(config[before] ?? Number.POSITIVE_INFINITY)
        ? before
        : undefined;
  if (setting === undefined) return;
  throw new StoatFlowError(
    "output-refused",
    `topic "${name}" takes no record stamped ${timestampMs} at ${nowMs}: its ${setting} is ${config[setting]}`,
    { remedy: `stamp the outputs nearer to the present, or raise ${setting} of the topic` },
  );
}

/** Compacted where `cleanup.policy` says so; else bounded in bytes. */
export function retentionOf(config: Readonly<Record<string, string>>, retentionBytes: number): Retention {
  const isCompacted = config["cleanup.policy"]?.split(",").includes("compact") === true;
  return isCompacted ? { kind: "compact" } : { kind: "delete", retentionBytes };
}
