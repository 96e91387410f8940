/** How fast things go, from the samples of one unbroken history: pure, exact, and never of less than 10 s. */
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { lagAt, type PositionSample, sampleOf } from "../collector/position-sample.ts";
import { isRunning } from "../collector/trail.ts";
import type { EventTimeRate, LagRate, Span } from "../wire/diagnosis.ts";

/** A rate of less than this is chance. */
const spanMinMs = 10_000;

/** How the lag went over `basis`, and what it is now. */
export interface LagMove {
  readonly basis: Span;
  readonly lag: bigint;
  readonly drained: bigint;
  readonly dispatched: bigint;
  readonly arrived: bigint;
}

export type Unknown = Extract<LagRate, { readonly kind: "not-known" }>;
const notKnown = (why: Unknown["why"]): Unknown => ({ kind: "not-known", why });

/** How far event time moved in a second of the app's clock, over the samples that have a watermark. */
export function eventTimeRate(snapshot: FeedSnapshot, samples: readonly PositionSample[]): EventTimeRate {
  const { atMs } = snapshot;
  const { globalWatermarkMs } = snapshot.watermarks;
  if (!isRunning(snapshot)) return notKnown("not-running");
  if (globalWatermarkMs === null) return notKnown("no-watermark");
  for (const from of samples) {
    if (from.globalWatermarkMs === null) continue;
    const basis = spanBetween(from, atMs);
    if (basis === undefined) break;
    const moved = globalWatermarkMs - from.globalWatermarkMs;
    return { kind: "measured", basis, movedMs: exactMs(moved), perSecond: moved / basis.overMs };
  }
  return notKnown("too-short");
}

/** Two times may be further apart than a number holds exactly: `null`, since nothing that is told is rounded. */
export function exactMs(differenceMs: number): number | null {
  return Number.isSafeInteger(differenceMs) ? differenceMs : null;
}

/** The ends of what can be measured: the oldest sample, and the newest tick as one. */
export interface Measurable {
  readonly basis: Span;
  readonly from: PositionSample;
  readonly now: PositionSample;
}

export function measurable(snapshot: FeedSnapshot, samples: readonly PositionSample[]): Measurable | Unknown {
  if (!isRunning(snapshot)) return notKnown("not-running");
  const [from] = samples;
  const now = sampleOf(snapshot, from?.ids);
  if (now.ids.length === 0) return notKnown("no-lag");
  const basis = from?.ids === now.ids ? spanBetween(from, now.atMs) : undefined;
  return from === undefined || basis === undefined ? notKnown("too-short") : { basis, from, now };
}

/** How the lag went, of all partitions whose lag is known or of the one with this id. */
export function lagMove(over: Measurable | Unknown, id?: string): LagMove | Unknown {
  if ("kind" in over) return over;
  const { basis, from, now } = over;
  const only = id === undefined ? undefined : now.ids.indexOf(id);
  if (only === -1) return notKnown("no-lag");
  const places = only === undefined ? now.ids.keys() : [only];
  let lagBefore = 0n;
  let lag = 0n;
  let dispatched = 0n;
  let arrived = 0n;
  for (const at of places) {
    lagBefore += lagAt(from, at);
    lag += lagAt(now, at);
    dispatched += (now.positions[at] ?? 0n) - (from.positions[at] ?? 0n);
    arrived += (now.ends[at] ?? 0n) - (from.ends[at] ?? 0n);
  }
  return { basis, lag, drained: lagBefore - lag, dispatched, arrived };
}

function spanBetween({ atMs: fromMs }: PositionSample, toMs: number): Span | undefined {
  const overMs = toMs - fromMs;
  return overMs < spanMinMs ? undefined : { fromMs, toMs, overMs };
}

/** The move as it is told. */
export function lagRateOf(move: LagMove | Unknown): LagRate {
  if ("kind" in move) return move;
  const { basis, drained, dispatched, arrived } = move;
  const perSecond = (moved: bigint) => (Number(moved) * 1000) / basis.overMs;
  return {
    kind: "measured",
    basis,
    drained: drained.toString(),
    dispatched: dispatched.toString(),
    arrived: arrived.toString(),
    drainedPerSecond: perSecond(drained),
    dispatchedPerSecond: perSecond(dispatched),
    arrivedPerSecond: perSecond(arrived),
  };
}
