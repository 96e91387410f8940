/** When an app has caught up if it goes on as it did: pure. */
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import { type AppSnapshot, watermarkAtOf } from "../wire/app-snapshot.ts";
import type { CatchUp, EventTimeRate, Rates, Span } from "../wire/diagnosis.ts";
import type { Pace } from "../wire/pace.ts";
import type { LagMove, Unknown } from "./rates.ts";

/** What takes longer is as good as never. */
const horizonMs = 31_536_000_000;

/** Event time that gains less than this of a second in a second keeps pace, and no more. */
const closingMin = 0.01;

const openTransaction = { kind: "not-known", why: "open-transaction" } as const;

type Estimate = Exclude<CatchUp, { readonly kind: "caught-up" | "not-known" }>;

/** How long the lag lasts if it drains as it did over the basis. */
export function drainEstimate({ basis, lag, drained }: LagMove): Estimate {
  if (drained <= 0n) return { kind: "not-catching-up", basis };
  const inMs = (lag * BigInt(basis.overMs) + drained - 1n) / drained;
  return estimateOf(Number(inMs), basis);
}

/** An app whose lag is not a second of its own work has caught up. */
export function lagCatchUp(
  snapshot: FeedSnapshot,
  move: LagMove | Unknown,
  lagNow: Rates["lagNow"],
): CatchUp {
  if (lagNow === null || lagNow.partitionsWithout > 0) return { kind: "not-known", why: "no-lag" };
  if (lagNow.total !== "0") {
    if ("kind" in move) return move;
    if (!isWithinASecond(move.lag, move)) return drainEstimate(move);
  }
  const keptBack = keptBackOf(snapshot);
  const isDone = keptBack === 0n || (!("kind" in move) && isWithinASecond(keptBack, move));
  return isDone ? { kind: "caught-up" } : openTransaction;
}

/**
 * Until the watermark is as near to the clock of its instance as its bound lets it be. Where it keeps up, or no record is
 * left, it is as far as it can get.
 */
export function eventTimeCatchUp(
  snapshot: AppSnapshot,
  rate: EventTimeRate,
  pace: Pace,
  lagNow: Rates["lagNow"],
): CatchUp {
  const { globalWatermarkMs } = snapshot.watermarks;
  if (globalWatermarkMs === null) return { kind: "not-known", why: "no-watermark" };
  if (pace.kind === "keeps-up" || pace.kind === "ahead") return { kind: "caught-up" };
  if (lagNow?.total === "0" && lagNow.partitionsWithout === 0)
    return keptBackOf(snapshot) === 0n ? { kind: "caught-up" } : openTransaction;
  if (rate.kind === "not-known") return rate;
  const { basis, perSecond } = rate;
  const closing = perSecond - 1;
  if (closing < closingMin) return { kind: "not-catching-up", basis };
  const distanceMs =
    watermarkAtOf(snapshot) - globalWatermarkMs - (pace.kind === "behind" ? pace.boundMs : 0);
  return estimateOf(Math.max(0, Math.ceil(distanceMs / closing)), basis);
}

/** How far the logs go on behind their last stable offsets: no lag, since it can't be read yet, but not done either. */
function keptBackOf({ watermarks: { partitions } }: FeedSnapshot): bigint {
  let sum = 0n;
  for (const { endPosition, highWatermark } of partitions) {
    if (endPosition === null || highWatermark === null || endPosition === highWatermark) continue;
    const keptBack = BigInt(highWatermark) - BigInt(endPosition);
    if (keptBack > 0n) sum += keptBack;
  }
  return sum;
}

/** Whether a distance in the log is no more than what is worked in a second: some is always under way. */
export function isWithinASecond(distance: bigint, { basis, dispatched }: LagMove): boolean {
  return distance * BigInt(basis.overMs) <= dispatched * 1000n;
}

/** A time that no number holds exactly is beyond any horizon. */
function estimateOf(inMs: number, basis: Span): Estimate {
  const atMs = basis.toMs + inMs;
  return inMs > horizonMs || !Number.isSafeInteger(atMs)
    ? { kind: "beyond-horizon", horizonMs, basis }
    : { kind: "estimated", inMs, atMs, basis };
}
