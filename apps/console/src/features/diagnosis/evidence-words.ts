import type { Diagnosis, Evidence, Holder, IdlenessFact, LagRate } from "@stoatflow/api";
import { describeToClock, formatDuration, formatLength } from "../../lib/format/duration.ts";
import { formatCount, formatQuantity, groupDigits } from "../../lib/format/integer.ts";
import type { Times } from "../../lib/format/times.ts";
import { visibleText } from "../../lib/format/visible-text.ts";
import { partitionName } from "../../live/append-tick.ts";

/** What the reason rests on, a line each: since when, how the partition stands, and what goes with the reason. */
export function evidenceLines(holder: Holder, times: Times): readonly string[] {
  const { atMs } = holder.instance;
  return [sinceLine(holder, times), ...standing(holder, times), ...ofReason(holder.evidence, atMs, times)];
}

/** Whoever holds event time back for less than this may be another one at the next tick, in milliseconds. */
const aMomentMs = 1500;

function sinceLine({ since, instance, ...holder }: Holder, times: Times): string {
  const least = since.kind === "at-least" ? "at least " : "";
  // Of several that are close to each other it is another one each second.
  if (least === "" && since.forMs < aMomentMs)
    return `${partitionName(holder)} is the one that holds it back at this moment, for a second or less.`;
  return `${partitionName(holder)} holds it back for this reason since ${times.words(since.atMs, instance.atMs)}, for ${least}${formatDuration(since.forMs)}.`;
}

function standing({ partitionAtTick, instance: { atMs } }: Holder, times: Times): readonly string[] {
  if (partitionAtTick === null) return ["The app does not list this partition."];
  const { position, endPosition, lag, headTimestampMs, bufferedRecords, watermarkMs } = partitionAtTick;
  const place =
    position === null || endPosition === null
      ? "Where it stands in the log is not known"
      : `It stands at offset ${groupDigits(position)} of ${groupDigits(endPosition)}, a lag of ${lag === null ? "unknown size" : groupDigits(lag)}`;
  const buffer =
    bufferedRecords === 0 ? "nothing is buffered" : `${formatQuantity(bufferedRecords, "record")} buffered`;
  const watermark =
    watermarkMs === null
      ? "It has no watermark."
      : `Its watermark is ${times.words(watermarkMs, atMs)}, ${describeToClock(atMs - watermarkMs)}.`;
  const head =
    headTimestampMs === null
      ? ""
      : ` Its head is stamped ${times.words(headTimestampMs, atMs)}, ${describeToClock(atMs - headTimestampMs)}.`;
  return [`${place}; ${buffer}.`, `${watermark}${head}`];
}

function ofReason(evidence: Evidence, atMs: number, times: Times): readonly string[] {
  switch (evidence.reason) {
    case "backlog":
      return [lagWords(evidence.lagRate)];
    case "waiting-for-data":
      return [
        evidence.missing === null
          ? "How much the broker has of it is not known."
          : `The broker has ${groupDigits(evidence.missing)} offsets of it that it has not sent; the last fetch and its error are in the app's log.`,
      ];
    case "open-transaction":
      return [openTransaction(evidence), idlenessWords(evidence.idleness, atMs, times)];
    case "never-read":
    case "caught-up":
      return [idlenessWords(evidence.idleness, atMs, times)];
    case "held":
      return [
        evidence.aheadOfClockMs === null
          ? "How far its head is ahead is not known."
          : `Its head is ${describeToClock(-evidence.aheadOfClockMs)}.`,
        idlenessWords(evidence.idleness, atMs, times),
      ];
    case "aligned":
      return [alignedWords(evidence.alignment, atMs, times)];
    case "lane-full":
      return [
        ...evidence.lanes.slice(0, 3).map(laneWords),
        `The event loop is ${formatDuration(evidence.eventLoopDelayMs)} late.`,
      ];
    case "slow-commit":
      return [commitWords(evidence, atMs, times)];
    case "paused":
      return evidence.pauseReasons.map(
        ({ actor, reason, expiresAtMs }) =>
          `${visibleText(actor)} paused it: “${visibleText(reason)}”, until ${expiresAtMs === null ? "somebody resumes it" : times.words(expiresAtMs, atMs)}.`,
      );
  }
}

function openTransaction({
  lastStableOffset,
  highWatermark,
}: Extract<Evidence, { reason: "open-transaction" }>) {
  if (lastStableOffset === null || highWatermark === null) return "How much lies behind it is not known.";
  const behind = BigInt(highWatermark) - BigInt(lastStableOffset);
  return `A producer has a transaction open at offset ${groupDigits(lastStableOffset)}: ${groupDigits(String(behind))} offsets behind it can't be read before it ends.`;
}

/** How far a partition is from being idle, as a sentence. */
function idlenessWords(idleness: IdlenessFact, atMs: number, times: Times): string {
  switch (idleness.kind) {
    case "running":
      return `It counts as idle after ${formatLength(idleness.timeoutMs)} without a record: at ${times.words(idleness.idleAtMs, atMs)}.`;
    case "standing-still":
      return `Its idleness clock stands still with ${formatDuration(idleness.leftMs)} left: nothing of it can be dispatched at this moment.`;
    case "off":
      return "Idleness is off, so it counts until a record comes: set an idleness timeout if it may be quiet.";
    case "not-told":
      return "This version of the app does not tell its idleness clock.";
  }
}

function alignedWords(
  alignment: Extract<Evidence, { reason: "aligned" }>["alignment"],
  atMs: number,
  times: Times,
) {
  if (alignment === null) return "This version of the app does not tell the group.";
  const { group, lowest, lowestMs, maxDriftMs } = alignment;
  return `Group ${visibleText(group)} lets partitions be ${formatLength(maxDriftMs)} apart and waits for ${partitionName(lowest)}, at ${times.words(lowestMs, atMs)}.`;
}

type FullLane = Extract<Evidence, { reason: "lane-full" }>["lanes"][number];

function laneWords({ lane, depth, capacity, oldestAgeMs, operator }: FullLane): string {
  const at = operator === null || operator === undefined ? "" : ` at ${visibleText(operator)}`;
  const oldest = oldestAgeMs === null ? "" : `, the oldest for ${formatDuration(oldestAgeMs)}`;
  return `Lane ${lane}${at} holds ${formatCount(depth)} of ${formatQuantity(capacity, "record")}${oldest}.`;
}

function commitWords(
  evidence: Extract<Evidence, { reason: "slow-commit" }>,
  atMs: number,
  times: Times,
): string {
  const { epoch, runningSinceMs, newest } = evidence;
  const since =
    runningSinceMs === null
      ? `Epoch ${formatCount(epoch)} is being committed`
      : `Epoch ${formatCount(epoch)} is being committed since ${times.words(runningSinceMs, atMs)}, for ${formatDuration(Math.max(0, atMs - runningSinceMs))}`;
  const took = newest.flatMap(({ commitMs }) => commitMs ?? []).slice(0, 3);
  return took.length === 0
    ? `${since}.`
    : `${since}; the ones before took ${took.map(formatDuration).join(", ")}.`;
}

/** How a lag goes, in offsets a second. */
function lagWords(rate: LagRate): string {
  if (rate.kind === "not-known") return "How fast it is worked is not known yet.";
  const { drainedPerSecond, dispatchedPerSecond, arrivedPerSecond, basis } = rate;
  const goes = drainedPerSecond > 0 ? "shrinks" : drainedPerSecond < 0 ? "grows" : "stays";
  const by = drainedPerSecond === 0 ? "" : ` by ${perSecond(Math.abs(drainedPerSecond))}`;
  return `Its lag ${goes}${by} a second: ${perSecond(dispatchedPerSecond)} worked, ${perSecond(arrivedPerSecond)} come, over the last ${formatDuration(basis.overMs)}.`;
}

function perSecond(rate: number): string {
  return rate < 10 ? String(Math.round(rate * 10) / 10) : formatCount(Math.round(rate));
}

/** How event time goes to the clock, and when it has caught up; `undefined`: there is nothing to add. */
export function rateWords({
  rates: { eventTime, eventTimeCatchUp },
}: Pick<Diagnosis, "rates">): string | undefined {
  if (eventTime.kind === "not-known") return undefined;
  const pace = Math.round(eventTime.perSecond * 100) / 100;
  const goes = `Event time moved ${formatCount(Math.trunc(pace))}${decimals(pace)} s a second over the last ${formatDuration(eventTime.basis.overMs)}`;
  switch (eventTimeCatchUp.kind) {
    case "caught-up":
      return `${goes}.`;
    case "estimated":
      return `${goes}: at that pace it has caught up in ${formatDuration(eventTimeCatchUp.inMs)}.`;
    case "not-catching-up":
      return `${goes}: at that pace it never catches up.`;
    case "beyond-horizon":
      return `${goes}: at that pace it takes more than a year to catch up.`;
    case "not-known":
      return `${goes}.`;
  }
}

function decimals(value: number): string {
  const [, part] = String(Math.abs(value)).split(".");
  return part === undefined ? "" : `.${part}`;
}
