/**
 * How large the numbers of one tick may be, so that what is summed up of several instances, or taken from one another,
 * is still a number that the API can answer (invariant 16): pure. The wire alone allows each number what a number can
 * hold, and two of those are more. None of these bounds is met by an app that counts and has a clock.
 */
import type { FeedSnapshot, PartitionWatermark, PauseReason } from "@stoatflow/engine/wire";
import { instancesMax } from "../apps/app-entry.ts";

/** All that an instance counts, together; those of all instances of an app are then exact still. */
export const countedMax = Math.floor(Number.MAX_SAFE_INTEGER / instancesMax);

/** A sequence or a position in a ring; their sum over all instances is within 64 bits. */
const ordinalMax = (2n ** 63n - 1n) / BigInt(instancesMax);

/** A time of an instance's clock, on either side of 1970: some 71,000 years. Four of them add up exactly. */
const clockMaxMs = 2 ** 51;

/** What is too large in a tick, as one line that names the field; `undefined`: nothing. */
export function boundsFault({ sequence, atMs, status, watermarks, rings }: FeedSnapshot): string | undefined {
  const { lifecycle, generation, feedClients, counters, durations, limits } = status;
  const sinceMs = "sinceMs" in lifecycle ? lifecycle.sinceMs : undefined;
  return (
    clockFault("atMs", atMs) ??
    clockFault("status.lifecycle.sinceMs", sinceMs ?? 0) ??
    pausesFault(status.pauseReasons) ??
    partitionsFault(watermarks.partitions) ??
    ordinalFault("sequence", sequence) ??
    ordinalFault("rings.lateDropsNext", rings.lateDropsNext) ??
    ordinalFault("rings.holdsNext", rings.holdsNext) ??
    ordinalFault("rings.violationsNext", rings.violationsNext) ??
    countedFault("status", { generation, feedClients, counters, durations, limits })
  );
}

function pausesFault(reasons: readonly PauseReason[]): string | undefined {
  for (const [i, { sinceMs, expiresAtMs }] of reasons.entries()) {
    const field = `status.pauseReasons[${i}]`;
    const fault =
      clockFault(`${field}.sinceMs`, sinceMs) ?? clockFault(`${field}.expiresAtMs`, expiresAtMs ?? 0);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function partitionsFault(partitions: readonly PartitionWatermark[]): string | undefined {
  const isBeyond = (ms: number | null) => ms !== null && Math.abs(ms) > clockMaxMs;
  const i = partitions.findIndex((one) => isBeyond(one.headHeldSinceMs) || isBeyond(one.idleSinceMs));
  const { headHeldSinceMs = null, idleSinceMs = null } = partitions[i] ?? {};
  const field = `watermarks.partitions[${i}]`;
  return (
    clockFault(`${field}.headHeldSinceMs`, headHeldSinceMs ?? 0) ??
    clockFault(`${field}.idleSinceMs`, idleSinceMs ?? 0)
  );
}

function clockFault(field: string, ms: number): string | undefined {
  return Math.abs(ms) > clockMaxMs ? `${field}: ${ms} is no time of a clock` : undefined;
}

function ordinalFault(field: string, text: string): string | undefined {
  return BigInt(text) > ordinalMax ? `${field}: ${text} is more than can be counted up to` : undefined;
}

function countedFault(field: string, counted: object): string | undefined {
  let sum = 0;
  let largest = { path: field, number: 0 };
  for (const one of numbersIn(counted, field)) {
    sum += one.number;
    if (one.number > largest.number) largest = one;
  }
  return sum > countedMax ? `${largest.path}: ${largest.number} is more than can be counted` : undefined;
}

function* numbersIn(
  value: object,
  path: string,
): Generator<{ readonly path: string; readonly number: number }> {
  const entries: readonly [string, unknown][] = Object.entries(value);
  for (const [key, one] of entries) {
    const field = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (typeof one === "number") yield { path: field, number: one };
    else if (one instanceof Object) yield* numbersIn(one, field);
  }
}
