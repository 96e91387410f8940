/** How much of history one call may read: pure. */
import { ApiError } from "../api-error.ts";
import {
  type HistoryRetention,
  historyLanesMax,
  historyPartitionsMax,
  historyPointsMax,
  historyValuesMax,
} from "../wire/history.ts";

/** Bytes of the rows that are held while a call is answered; one call at a time is. */
export const readBytesMax = 64 * 1024 ** 2;

/** What a row counts beside its own bytes: the least of them take time, too. */
const rowWeightBytes = 8 * 1024;

/** Calls that wait for their turn. */
export const readersWaitingMax = 32;

export const readRowsMax = readBytesMax / rowWeightBytes;

/** As it is told: how much a call may read and answer. */
export const readLimits = {
  bytesMax: readBytesMax,
  rowsMax: readRowsMax,
  pointsMax: historyPointsMax,
  pointsOfAllMax: historyValuesMax,
  partitionsMax: historyPartitionsMax,
  lanesMax: historyLanesMax,
  waitingMax: readersWaitingMax,
} as const satisfies HistoryRetention["reading"];

/** What some rows count towards {@link readBytesMax}. */
export function costOf(rows: number, bytes: number): number {
  return bytes + rows * rowWeightBytes;
}

/**
 * How many of those that are wanted can be read, from the first on. What two of them lie in is read once.
 *
 * @param baseCost of what is read whatever is wanted.
 * @param parts of each one that is wanted: what it lies in.
 * @param costs of what they lie in.
 */
export function howManyFit(
  baseCost: number,
  parts: readonly (readonly string[])[],
  costs: ReadonlyMap<string, number>,
): { readonly fitting: number; readonly cost: number } {
  const taken = new Set<string>();
  let cost = baseCost;
  let fitting = 0;
  for (const [i, each] of parts.entries()) {
    for (const part of each) {
      if (taken.has(part)) continue;
      taken.add(part);
      cost += costs.get(part) ?? 0;
    }
    if (cost <= readBytesMax) fitting = i + 1;
  }
  return { fitting, cost };
}

export interface TooMuch {
  readonly cost: number;
  /** How many of the partitions could be read. */
  readonly fitting: number;
}

/** Where no grain is coarse enough. @param partitions as many as were asked for. */
export function tooMuch(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  partitions: number,
  { cost, fitting }: TooMuch,
): ApiError {
  const hours = Math.max(1, Math.floor((((toMs - fromMs) / 3_600_000) * readBytesMax) / cost));
  const range = hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
  const fewer = fitting > 0 ? `at most ${fitting} of the ${partitions} partitions, or for ` : "";
  return new ApiError(
    "too-much-history",
    `the history from ${fromMs} to ${toMs} takes some ${mib(cost)} to read, of ${mib(readBytesMax)} that one call may; ` +
      `ask for ${fewer}some ${range} at once`,
  );
}

/** Where even one moment is. */
export function tooMuchAtOnce(atMs: number, { cost }: Pick<TooMuch, "cost">): ApiError {
  return new ApiError(
    "too-much-history",
    `all partitions at ${atMs} take some ${mib(cost)} to read, of ${mib(readBytesMax)} that one call may; ` +
      "ask for the history of those that you look for",
  );
}

function mib(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MiB`;
}
