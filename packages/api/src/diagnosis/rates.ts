/** How fast things go, from the samples of one unbroken history: pure, exact, and never of less than 10 s. */
import { type FeedSnapshot, partitionId } from "@stoatflow/engine/wire";
import { lagAt, type PositionSample, sampleOf } from "../collector/position-sample.ts";
import { isRunning } from "../collector/trail.ts";
import type { EventTimeRate, LagRate, Span } from "../wire/diagnosis.ts";

/** A rate of less than this is chance. */
export const spanMinMs = 10_000;

/** How the lag went over `basis`, and what it is now. */
export interface LagMove {
  readonly basis: Span;
  readonly lag: bigint;
  readonly drained: bigint;
  readonly dispatched: bigint;
  readonly arrived: bigint;
}

type Unknown = Extract<LagRate, { readonly kind: "not-known" }>;
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
    const movedMs = globalWatermarkMs - from.globalWatermarkMs;
    return { kind: "measured", basis, movedMs, perSecond: movedMs / basis.overMs };
  }
  return notKnown("too-short");
}

/** How the lag of all partitions whose lag is known went. */
export function lagMove(snapshot: FeedSnapshot, samples: readonly PositionSample[]): LagMove | Unknown {
  return moveOf(snapshot, samples, () => true);
}

/** The same of one partition. */
export function partitionLagMove(
  snapshot: FeedSnapshot,
  samples: readonly PositionSample[],
  of: { readonly topic: string; readonly partition: number },
): LagMove | Unknown {
  const wanted = partitionId(of);
  return moveOf(snapshot, samples, (id) => id === wanted);
}

function moveOf(
  snapshot: FeedSnapshot,
  samples: readonly PositionSample[],
  isWanted: (id: string) => boolean,
): LagMove | Unknown {
  if (!isRunning(snapshot)) return notKnown("not-running");
  const [from] = samples;
  const now = sampleOf(snapshot, from?.ids);
  if (!now.ids.some(isWanted)) return notKnown("no-lag");
  const basis = from?.ids === now.ids ? spanBetween(from, now.atMs) : undefined;
  if (from === undefined || basis === undefined) return notKnown("too-short");
  let lagBefore = 0n;
  let lag = 0n;
  let dispatched = 0n;
  let arrived = 0n;
  for (const [at, id] of now.ids.entries()) {
    if (!isWanted(id)) continue;
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
