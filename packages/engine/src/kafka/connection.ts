/** Makes kafkajs clients. Each reader, consumer and producer has one of its own: what they share, they spoil. */
import { type Cluster, Kafka, type KafkaConfig, type logCreator, logLevel } from "kafkajs";
import type { Logger } from "pino";
import { assert } from "../assert.ts";
import type { ReadEnd } from "../ports.ts";
import { registerCodecs } from "./codecs.ts";
import type { KafkaSettings } from "./options.ts";
import { quietRequestQueue } from "./request-queue.ts";

/** A kafkajs client with its own connections and its own memory of offsets. */
export function kafkaClient(settings: KafkaSettings): Kafka {
  quietRequestQueue();
  registerCodecs();
  const config: KafkaConfig = {
    brokers: [...settings.brokers],
    clientId: settings.clientId,
    connectionTimeout: 3000,
    requestTimeout: settings.requestTimeoutMs,
    // Short and often: whoever calls bounds the whole by a time of its own.
    retry: { initialRetryTime: 50, maxRetryTime: 1000, retries: 4 },
    logLevel: settings.logger === undefined ? logLevel.NOTHING : logLevel.WARN,
  };
  if (settings.logger !== undefined) config.logCreator = bridge(settings.logger);
  if (settings.ssl !== undefined) config.ssl = settings.ssl;
  if (settings.sasl !== undefined) config.sasl = settings.sasl;
  return new Kafka(config);
}

/**
 * The cluster behind a client: metadata, and brokers to send single requests to.
 *
 * kafkajs hands it to partition assigners only, so one is asked for it by a consumer that never joins anything.
 *
 * @param latest what the end of a log means: the last stable offset, or the high watermark, which is all that is written.
 */
export function clusterOf(
  settings: KafkaSettings,
  metadataMaxAgeMs: number,
  latest: ReadEnd = "stable",
): Cluster {
  const found: { cluster?: Cluster } = {};
  kafkaClient(settings).consumer({
    groupId: `${settings.clientId}-never-joins`,
    metadataMaxAge: metadataMaxAgeMs,
    readUncommitted: latest === "written",
    allowAutoTopicCreation: false,
    partitionAssigners: [
      ({ cluster }) => {
        found.cluster = cluster;
        return {
          name: "never-joins",
          version: 0,
          assign: async () => [],
          protocol: () => ({ name: "never-joins", metadata: Buffer.alloc(0) }),
        };
      },
    ],
  });
  assert(found.cluster !== undefined, "kafkajs gives its assigners the cluster");
  return found.cluster;
}

/** kafkajs calls an error what it then cures by trying again, so nothing of it is more than a warning. */
function bridge(logger: Logger): logCreator {
  return () => {
    const child = logger.child({ client: "kafkajs" });
    return ({ namespace, level, log }) => {
      const { message, timestamp: _, ...details } = log;
      const fields = { namespace, ...details };
      if (level <= logLevel.WARN) child.warn(fields, message);
      else child.debug(fields, message);
    };
  };
}
