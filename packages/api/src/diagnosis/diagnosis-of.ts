/** The whole answer to "why isn't event time moving?", from one tick and what is remembered of those before: pure. */
import { comparePartitions, type FeedSnapshot } from "@stoatflow/engine/wire";
import type { Trace } from "../collector/trail.ts";
import type { Diagnosis, Holder, Rates } from "../wire/diagnosis.ts";
import type { Connection } from "../wire/index.ts";
import { eventTimeCatchUp, lagCatchUp } from "./catch-up.ts";
import { counterfactuals } from "./counterfactuals.ts";
import { evidenceOf } from "./evidence.ts";
import { eventTimeRate, lagMove, lagRateOf, partitionLagMove } from "./rates.ts";
import { releaseOf } from "./release.ts";
import { sinceOf, stateOf } from "./state.ts";

export interface Diagnosed {
  readonly appId: string;
  readonly connection: Connection;
  /** `undefined`: no tick was received. */
  readonly trace: Trace | undefined;
  /** Of the collector's clock. */
  readonly nowMs: number;
}

export function diagnosisOf({ appId, connection, trace, nowMs }: Diagnosed): Diagnosis {
  const about = { appId, connection, serverNowMs: nowMs };
  if (trace === undefined) return { ...about, ...nothing };
  const { snapshot, receivedAtMs } = trace.tick;
  const { bootId, instanceId, sequence, atMs } = snapshot;
  return {
    ...about,
    state: stateOf(trace, connection, nowMs),
    tick: { bootId, instanceId, sequence, atMs, receivedAtMs },
    globalWatermarkMs: snapshot.watermarks.globalWatermarkMs,
    holder: holderOf(snapshot, trace),
    counterfactuals: counterfactuals(snapshot),
    rates: ratesOf(snapshot, trace),
  };
}

const unknown = { kind: "not-known", why: "too-short" } as const;
const nothing = {
  state: { kind: "nothing-known", why: "no-tick" },
  tick: null,
  globalWatermarkMs: null,
  holder: null,
  counterfactuals: [],
  rates: {
    eventTime: unknown,
    lag: unknown,
    lagNow: null,
    eventTimeCatchUp: unknown,
    lagCatchUp: unknown,
  },
} satisfies Partial<Diagnosis>;

function holderOf(snapshot: FeedSnapshot, { run, samples }: Trace): Holder | null {
  const { heldBackBy, partitions } = snapshot.watermarks;
  if (heldBackBy === null || run === undefined) return null;
  const { topic, partition, reason } = heldBackBy;
  const own = partitions.find((one) => comparePartitions(one, heldBackBy) === 0);
  const move = partitionLagMove(snapshot, samples, heldBackBy);
  const evidence = evidenceOf(snapshot, heldBackBy, own, move);
  return {
    topic,
    partition,
    reason,
    since: sinceOf(run.from, snapshot.atMs),
    partitionAtTick: own ?? null,
    evidence,
    release: releaseOf(evidence, move),
  };
}

function ratesOf(snapshot: FeedSnapshot, { samples }: Trace): Rates {
  const { heldBackBy, partitions } = snapshot.watermarks;
  const holder = heldBackBy && partitions.find((one) => comparePartitions(one, heldBackBy) === 0);
  const eventTime = eventTimeRate(snapshot, samples);
  const move = lagMove(snapshot, samples);
  const lagNow = lagNowOf(snapshot);
  return {
    eventTime,
    lag: lagRateOf(move),
    lagNow,
    eventTimeCatchUp: eventTimeCatchUp(snapshot, eventTime, holder?.boundMs ?? 0, lagNow),
    lagCatchUp: lagCatchUp(move, lagNow),
  };
}

/** Exact: a sum of lags may be beyond 2^53 (invariant 16). */
function lagNowOf({ watermarks: { partitions } }: FeedSnapshot): Rates["lagNow"] {
  const known = partitions.flatMap(({ lag }) => (lag === null ? [] : BigInt(lag)));
  if (known.length === 0) return null;
  const total = known.reduce((sum, lag) => sum + lag, 0n).toString();
  return { total, partitionsWithout: partitions.length - known.length };
}
