/** When an app has caught up if it goes on as it did: pure. */
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import type { CatchUp, EventTimeRate, Rates, Span } from "../wire/diagnosis.ts";
import type { LagMove, Unknown } from "./rates.ts";

/** What takes longer is as good as never. */
const horizonMs = 31_536_000_000;

/** An app whose watermark is no further behind than its bound and this has caught up. */
const caughtUpWithinMs = 10_000;

/** Event time that gains less than this of a second in a second keeps pace, and no more. */
const closingMin = 0.01;

type Estimate = Exclude<CatchUp, { readonly kind: "caught-up" | "not-known" }>;

/** How long the lag lasts if it drains as it did over the basis. */
export function drainEstimate({ basis, lag, drained }: LagMove): Estimate {
  if (drained <= 0n) return { kind: "not-catching-up", basis };
  const inMs = (lag * BigInt(basis.overMs) + drained - 1n) / drained;
  return inMs > BigInt(horizonMs)
    ? { kind: "beyond-horizon", horizonMs, basis }
    : within(Number(inMs), basis);
}

/** An app whose lag is not a second of its own work has caught up: some is always under way. */
export function lagCatchUp(move: LagMove | Unknown, lagNow: Rates["lagNow"]): CatchUp {
  if (lagNow === null || lagNow.partitionsWithout > 0) return { kind: "not-known", why: "no-lag" };
  if (lagNow.total === "0") return { kind: "caught-up" };
  if ("kind" in move) return move;
  if (move.lag * BigInt(move.basis.overMs) <= move.dispatched * 1000n) return { kind: "caught-up" };
  return drainEstimate(move);
}

/**
 * Until the watermark is as near to the app's clock as `boundMs` lets it be. Where no record is left, it is as far as it
 * can get.
 */
export function eventTimeCatchUp(
  { atMs, watermarks: { globalWatermarkMs } }: FeedSnapshot,
  rate: EventTimeRate,
  boundMs: number,
  lagNow: Rates["lagNow"],
): CatchUp {
  if (globalWatermarkMs === null) return { kind: "not-known", why: "no-watermark" };
  const distanceMs = atMs - globalWatermarkMs - boundMs;
  if (distanceMs <= caughtUpWithinMs) return { kind: "caught-up" };
  if (lagNow?.total === "0" && lagNow.partitionsWithout === 0) return { kind: "caught-up" };
  if (rate.kind === "not-known") return rate;
  const { basis, perSecond } = rate;
  const closing = perSecond - 1;
  if (closing < closingMin) return { kind: "not-catching-up", basis };
  const inMs = Math.ceil(distanceMs / closing);
  return inMs > horizonMs ? { kind: "beyond-horizon", horizonMs, basis } : within(inMs, basis);
}

function within(inMs: number, basis: Span): Estimate {
  return { kind: "estimated", inMs, atMs: basis.toMs + inMs, basis };
}
