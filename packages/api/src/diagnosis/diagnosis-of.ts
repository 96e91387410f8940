/** The whole answer to "why isn't event time moving?", from one tick and what is remembered of those before: pure. */
import { partitionId } from "@stoatflow/engine/wire";
import { holdingPartition, lagOf, type ReceivedTick } from "../collector/summary.ts";
import type { Trace } from "../collector/trail.ts";
import { watermarkAtOf } from "../wire/app-snapshot.ts";
import type { Connection } from "../wire/connection.ts";
import type { Diagnosis, Holder, Rates } from "../wire/diagnosis.ts";
import { eventTimeCatchUp, lagCatchUp } from "./catch-up.ts";
import { counterfactuals } from "./counterfactuals.ts";
import { evidenceOf } from "./evidence.ts";
import { eventTimeRate, lagMove, lagRateOf, measurable } from "./rates.ts";
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
  return { ...about, state: stateOf(trace, connection, nowMs), ...findingsOf(trace) };
}

type Findings = Omit<Diagnosis, "appId" | "connection" | "serverNowMs" | "state">;

/** What the newest tick of a trail says is worked out once, however many ask: it does not change with the clock. */
function oncePerTick<T>(workOut: (trace: Trace) => T): (trace: Trace) => T {
  const found = new WeakMap<ReceivedTick, { readonly value: T }>();
  return (trace) => {
    const known = found.get(trace.tick) ?? { value: workOut(trace) };
    found.set(trace.tick, known);
    return known.value;
  };
}

const findingsOf = oncePerTick((trace): Findings => {
  const { snapshot } = trace.tick;
  return {
    tick: tickRefOf(trace.tick),
    globalWatermarkMs: snapshot.watermarks.globalWatermarkMs,
    watermarkAtMs: watermarkAtOf(snapshot),
    holder: holderOf(trace),
    counterfactuals: counterfactuals(snapshot, trace.floorsMs),
    rates: measuredRates(trace),
  };
});

const measurableOf = oncePerTick(({ tick, samples }) => measurable(tick.snapshot, samples));

const measuredRates = oncePerTick((trace): Rates => {
  const { pace, samples } = trace;
  const { snapshot } = trace.tick;
  const eventTime = eventTimeRate(snapshot, samples);
  const move = lagMove(measurableOf(trace));
  const { lag, partitionsWithoutLag } = lagOf(snapshot);
  const lagNow = lag === null ? null : { total: lag, partitionsWithout: partitionsWithoutLag };
  return {
    eventTime,
    lag: lagRateOf(move),
    lagNow,
    eventTimeCatchUp: eventTimeCatchUp(snapshot, eventTime, pace, lagNow),
    lagCatchUp: lagCatchUp(snapshot, move, lagNow),
  };
});

/** @param trace `undefined`: no tick was received. */
export function ratesOf(trace: Trace | undefined): Rates {
  return trace === undefined ? noRates : measuredRates(trace);
}

const unknown = { kind: "not-known", why: "too-short" } as const;
const noRates: Rates = {
  eventTime: unknown,
  lag: unknown,
  lagNow: null,
  eventTimeCatchUp: unknown,
  lagCatchUp: unknown,
};
const nothing = {
  state: { kind: "nothing-known", why: "no-tick" },
  tick: null,
  globalWatermarkMs: null,
  watermarkAtMs: null,
  holder: null,
  counterfactuals: [],
  rates: noRates,
} satisfies Partial<Diagnosis>;

function tickRefOf({ snapshot, receivedAtMs }: ReceivedTick): Holder["instance"] {
  const { bootId, instanceId, sequence, atMs } = snapshot;
  return { bootId, instanceId, sequence, atMs, receivedAtMs };
}

function holderOf(trace: Trace): Holder | null {
  const { holding, run } = trace;
  const { snapshot } = trace.tick;
  const { heldBackBy } = snapshot.watermarks;
  if (heldBackBy === null || run === undefined) return null;
  const { topic, partition, reason } = heldBackBy;
  const own = holdingPartition(holding.snapshot);
  const move = lagMove(measurableOf(trace), partitionId(heldBackBy));
  const evidence = evidenceOf(holding.snapshot, heldBackBy, own, move);
  return {
    topic,
    partition,
    reason,
    instance: tickRefOf(holding),
    since: sinceOf(run.from, watermarkAtOf(snapshot)),
    partitionAtTick: own ?? null,
    evidence,
    release: releaseOf(evidence, move),
  };
}
