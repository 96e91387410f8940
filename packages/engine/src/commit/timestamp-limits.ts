/**
 * How far from a broker's clock a record of a topic may be stamped, as the topic's settings say. A broker refuses what
 * is stamped further off, and with it the whole batch.
 */

/** Milliseconds; `undefined` where the topic has no such limit. */
export interface TimestampLimits {
  /** `message.timestamp.before.max.ms`. */
  readonly beforeMs: number | undefined;
  /** `message.timestamp.after.max.ms`. */
  readonly afterMs: number | undefined;
}

/** A limit that a stamp breaks. */
export interface BrokenLimit {
  /** The topic's setting, by Kafka's name. */
  readonly setting: string;
  readonly limitMs: number;
}

const before = "message.timestamp.before.max.ms";
const after = "message.timestamp.after.max.ms";

export const noLimits: TimestampLimits = { beforeMs: undefined, afterMs: undefined };

/** What Kafka 4 sets where nobody says otherwise. */
export const kafkaDefaults: TimestampLimits = { beforeMs: undefined, afterMs: 3_600_000 };

/** The engine's clock and a broker's are not the same: a stamp this near to a limit counts as beyond it. */
const clockMarginMs = 10_000;

/** Reads a topic's settings, by Kafka's names. A topic that stamps records itself has no limits. */
export function timestampLimits(config: Readonly<Record<string, string>>): TimestampLimits {
  if (config["message.timestamp.type"] === "LogAppendTime") return noLimits;
  return { beforeMs: limitOf(config[before]), afterMs: limitOf(config[after]) };
}

/** The limit that a stamp breaks by the engine's clock, or `undefined` where the topic takes it. */
export function brokenLimit(
  limits: TimestampLimits,
  timestampMs: number,
  nowMs: number,
): BrokenLimit | undefined {
  const { beforeMs, afterMs } = limits;
  if (afterMs !== undefined && timestampMs - nowMs > afterMs - marginOf(afterMs)) {
    return { setting: after, limitMs: afterMs };
  }
  if (beforeMs !== undefined && nowMs - timestampMs > beforeMs - marginOf(beforeMs)) {
    return { setting: before, limitMs: beforeMs };
  }
  return undefined;
}

export function sameLimits(a: TimestampLimits, b: TimestampLimits): boolean {
  return a.beforeMs === b.beforeMs && a.afterMs === b.afterMs;
}

/** A tenth at most, so that a small limit leaves room for what is stamped now. */
function marginOf(limitMs: number): number {
  return Math.min(clockMarginMs, limitMs / 10);
}

/** Kafka's greatest number means that there is no limit, and so does all that no stamp can reach. */
function limitOf(text: string | undefined): number | undefined {
  const limitMs = Number(text ?? Number.NaN);
  return Number.isFinite(limitMs) && limitMs <= Number.MAX_SAFE_INTEGER ? limitMs : undefined;
}
