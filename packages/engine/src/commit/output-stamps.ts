/**
 * What becomes of outputs that are stamped further from the present than their topic takes: by policy they are
 * stamped now, put aside as dead letters, or end the app.
 *
 * Owns the limits of the topics that the app writes. Called by the barrier when an epoch is written, which is the
 * moment that a broker judges by, and once more when a broker has refused outputs, since the limits may have been
 * changed. Keeps invariant 5: what it makes of an epoch's outputs goes out in that epoch's transaction.
 */
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import { messageOf, StoatFlowError } from "../errors.ts";
import type { LogAdmin } from "../ports.ts";
import { type DeadLetterPlace, refusedOutputLetter } from "../record/dead-letter.ts";
import { headerName, textHeader } from "../record/origin-headers.ts";
import type { ProducerRecord } from "../record/record.ts";
import {
  type BrokenLimit,
  brokenLimit,
  kafkaDefaults,
  noLimits,
  sameLimits,
  type TimestampLimits,
  timestampLimits,
} from "./timestamp-limits.ts";

/** What is done with an output beyond its topic's limit. */
export type BeyondLimitPolicy =
  | { readonly kind: "clamp" }
  | { readonly kind: "dead-letter"; readonly place: DeadLetterPlace }
  | { readonly kind: "fail" };

export interface OutputStampsOptions {
  readonly admin: LogAdmin;
  /** The topics that outputs go to. */
  readonly topics: readonly string[];
  readonly policy: BeyondLimitPolicy;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An epoch's outputs as they may be written. */
export interface StampedOutputs {
  readonly records: readonly ProducerRecord[];
  readonly beyondLimit: readonly BeyondLimitCount[];
}

/** How many outputs were beyond the limit of the topic that they were meant for, and what was done with them. */
export interface BeyondLimitCount {
  readonly topic: string;
  readonly policy: "clamp" | "dead-letter";
  readonly count: number;
}

const warnAtMostEveryMs = 10_000;

export class OutputStamps {
  readonly #options: OutputStampsOptions;
  #limits: ReadonlyMap<string, TimestampLimits> = new Map();
  #warnedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: OutputStampsOptions) {
    this.#options = options;
  }

  /**
   * Reads the limits as they are now.
   *
   * @returns whether one differs from what was known.
   * @throws {StoatFlowError} `log-unavailable`.
   */
  async read(): Promise<boolean> {
    const { admin, topics, logger } = this.#options;
    const configs = await admin.topicConfigs(topics);
    const limits = new Map<string, TimestampLimits>();
    let changed = false;
    for (const topic of topics) {
      const config = configs.get(topic);
      if (config === undefined) {
        logger.warn(
          { topic },
          `the settings of topic "${topic}" can't be read, so Kafka's limit of one hour ahead is taken for its stamps; give the app's user the right to describe the topic's configuration`,
        );
      }
      const found = config === undefined ? kafkaDefaults : timestampLimits(config);
      limits.set(topic, found);
      changed ||= !sameLimits(found, this.#limits.get(topic) ?? noLimits);
    }
    this.#limits = limits;
    return changed;
  }

  /** As `read`, after a refusal: where the settings can't be read, nothing is known to have changed. */
  async haveChanged(): Promise<boolean> {
    try {
      return await this.read();
    } catch (thrown) {
      this.#options.logger.warn({ err: thrown }, `the topics' limits can't be read: ${messageOf(thrown)}`);
      return false;
    }
  }

  /**
   * Applies the policy to what is about to be written. Where nothing is beyond a limit, the list is the same one.
   *
   * @returns the error that ends the app where the policy is `fail` and an output is beyond a limit.
   */
  apply(outputs: readonly ProducerRecord[]): StampedOutputs | StoatFlowError {
    const nowMs = this.#options.clock.nowMs();
    const first = outputs.findIndex((output) => this.#broken(output, nowMs) !== undefined);
    if (first === -1) return { records: outputs, beyondLimit: [] };
    const { policy } = this.#options;
    const records = outputs.slice(0, first);
    const counts = new Map<string, number>();
    for (const output of outputs.slice(first)) {
      const broken = this.#broken(output, nowMs);
      if (broken === undefined) {
        records.push(output);
        continue;
      }
      if (policy.kind === "fail") return beyondLimit(output, broken);
      this.#warn(output, broken);
      counts.set(output.topic, (counts.get(output.topic) ?? 0) + 1);
      records.push(
        policy.kind === "clamp"
          ? clamped(output, nowMs)
          : refusedOutputLetter(policy.place, output, sentence(output, broken), nowMs),
      );
    }
    if (policy.kind === "fail") return { records, beyondLimit: [] };
    const { kind } = policy;
    return { records, beyondLimit: [...counts].map(([topic, count]) => ({ topic, policy: kind, count })) };
  }

  #broken({ topic, timestampMs }: ProducerRecord, nowMs: number): BrokenLimit | undefined {
    const limits = this.#limits.get(topic);
    return limits === undefined ? undefined : brokenLimit(limits, timestampMs, nowMs);
  }

  #warn(output: ProducerRecord, broken: BrokenLimit): void {
    const { clock, logger, policy } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#warnedAtMs < warnAtMostEveryMs) return;
    this.#warnedAtMs = nowMs;
    const done =
      policy.kind === "dead-letter"
        ? `it goes to "${policy.place.topic}" instead`
        : `it is stamped now, and its event time is in the header ${headerName.eventTime}`;
    logger.warn(
      { topic: output.topic, timestampMs: output.timestampMs, ...broken },
      `${sentence(output, broken)}; ${done}. To keep the stamp, raise ${broken.setting} of the topic`,
    );
  }
}

function clamped(output: ProducerRecord, nowMs: number): ProducerRecord {
  const eventTime = textHeader(headerName.eventTime, output.timestampMs);
  return { ...output, timestampMs: nowMs, headers: [...output.headers, eventTime] };
}

function sentence({ topic, timestampMs }: ProducerRecord, { setting, limitMs }: BrokenLimit): string {
  return `an output to "${topic}" is stamped ${timestampMs}, beyond the ${limitMs} ms of the topic's ${setting}`;
}

function beyondLimit(output: ProducerRecord, broken: BrokenLimit): StoatFlowError {
  const setting = "stoatflow.processing.output-beyond-limit";
  return new StoatFlowError("output-refused", sentence(output, broken), {
    setting,
    remedy: `raise ${broken.setting} of topic "${output.topic}", or set ${setting} to clamp or dead-letter`,
  });
}
