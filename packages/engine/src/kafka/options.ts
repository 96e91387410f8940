import type { KafkaConfig } from "kafkajs";
import type { Logger } from "pino";
import { type Clock, systemClock } from "../clock.ts";
import { StoatFlowError } from "../errors.ts";

/** How to reach a Kafka cluster, and what reading it may hold in memory. */
export interface KafkaLogOptions {
  /** `host:port` of some brokers of the cluster; the rest is found through them. */
  readonly brokers: readonly string[];
  /** Shows in the brokers' logs and quotas. @default "stoatflow" */
  readonly clientId?: string;
  /** Passed to kafkajs as it is. */
  readonly ssl?: KafkaConfig["ssl"];
  /** Passed to kafkajs as it is. */
  readonly sasl?: KafkaConfig["sasl"];
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** Where warnings go, the client library's included. @default nowhere */
  readonly logger?: Logger;
  /**
   * Bytes read ahead and not polled yet, over all partitions of a consumer. A threshold: the fetch that crosses it is
   * kept.
   *
   * @default 33554432 (32 MiB)
   */
  readonly readAheadBytesLimit?: number;
  /** How long a broker may wait for data before it answers a fetch, in milliseconds. @default 100 */
  readonly fetchWaitMs?: number;
  /** How long a cluster that does not answer is asked before `start` and the like fail, in milliseconds. @default 10000 */
  readonly unavailableAfterMs?: number;
  /** How long a broker may take for one request, in milliseconds. @default 30000 */
  readonly requestTimeoutMs?: number;
  /** After how long without a sign of life the group gives a member up, in milliseconds. @default 10000 */
  readonly sessionTimeoutMs?: number;
}

/** The options with every default filled in. */
export interface KafkaSettings {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly ssl: KafkaConfig["ssl"];
  readonly sasl: KafkaConfig["sasl"];
  readonly clock: Clock;
  readonly logger: Logger | undefined;
  readonly readAheadBytesLimit: number;
  readonly fetchWaitMs: number;
  readonly unavailableAfterMs: number;
  readonly requestTimeoutMs: number;
  readonly sessionTimeoutMs: number;
}

/**
 * @throws {StoatFlowError} `configuration` when there is no broker or a number is not positive.
 */
export function resolveKafkaOptions(options: KafkaLogOptions): KafkaSettings {
  if (options.brokers.length === 0) {
    throw new StoatFlowError("configuration", "no Kafka broker is given", {
      setting: "brokers",
      remedy: "give at least one as host:port",
    });
  }
  return {
    brokers: options.brokers,
    clientId: options.clientId ?? "stoatflow",
    ssl: options.ssl,
    sasl: options.sasl,
    clock: options.clock ?? systemClock,
    logger: options.logger,
    readAheadBytesLimit: positive("readAheadBytesLimit", options.readAheadBytesLimit ?? 32 * 1024 * 1024),
    fetchWaitMs: positive("fetchWaitMs", options.fetchWaitMs ?? 100),
    unavailableAfterMs: positive("unavailableAfterMs", options.unavailableAfterMs ?? 10_000),
    requestTimeoutMs: positive("requestTimeoutMs", options.requestTimeoutMs ?? 30_000),
    sessionTimeoutMs: positive("sessionTimeoutMs", options.sessionTimeoutMs ?? 10_000),
  };
}

/**
 * Looks at the brokers when the cluster is first asked, so that a wrong one ends an app as any wrong setting does.
 *
 * @throws {StoatFlowError} `configuration` where one is not `host:port`.
 */
export function checkBrokers(brokers: readonly string[]): void {
  for (const broker of brokers) {
    const port = Number(/^.+:(\d{1,5})$/.exec(broker)?.[1]);
    if (port > 0 && port <= 65_535) continue;
    throw new StoatFlowError("configuration", `brokers has ${JSON.stringify(broker)}, which names no port`, {
      setting: "brokers",
      remedy: "write each as host:port, for example 127.0.0.1:9092",
    });
  }
}

function positive(setting: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value;
  throw new StoatFlowError("configuration", `${setting} is ${value}`, {
    setting,
    remedy: "give a positive whole number",
  });
}
