/** The grains that history is kept in, for how long, and in how many bytes. */
import type { EventKind } from "./events.ts";

export interface Tier {
  /** As it stands in the database. */
  readonly code: number;
  readonly name: "1s" | "10s" | "1min";
  readonly stepMs: number;
  /** The time that one row holds. */
  readonly chunkMs: number;
}

const everySecond: Tier = { code: 0, name: "1s", stepMs: 1000, chunkMs: 60_000 };
const everyTenSeconds: Tier = { code: 1, name: "10s", stepMs: 10_000, chunkMs: 600_000 };
const everyMinute: Tier = { code: 2, name: "1min", stepMs: 60_000, chunkMs: 3_600_000 };

/** Finest first. */
export const tiers: readonly Tier[] = [everySecond, everyTenSeconds, everyMinute];
export const finestTier = everySecond;

/** What one kind of history may take. */
export interface Allowance {
  /** Older is forgotten. */
  readonly keepMs: number;
  /** Share of {@link HistoryLimits.bytesMax}; above it the oldest goes first. */
  readonly share: number;
}

export interface HistoryLimits {
  /** Bytes of all that is kept. */
  readonly bytesMax: number;
  readonly tiers: Readonly<Record<Tier["name"], Allowance>>;
  readonly events: Readonly<Record<EventKind, Allowance>>;
  /** Bytes of ticks and events that wait to be written; above it the oldest are lost, which is counted. */
  readonly pendingBytesMax: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const defaultHistoryLimits: HistoryLimits = {
  bytesMax: 2 * 1024 ** 3,
  tiers: {
    "1s": { keepMs: hourMs, share: 0.3 },
    "10s": { keepMs: dayMs, share: 0.25 },
    "1min": { keepMs: 30 * dayMs, share: 0.35 },
  },
  events: {
    "late-drop": { keepMs: 30 * dayMs, share: 0.05 },
    hold: { keepMs: 30 * dayMs, share: 0.02 },
    violation: { keepMs: 30 * dayMs, share: 0.01 },
    "life-cycle": { keepMs: 30 * dayMs, share: 0.01 },
    "leader-change": { keepMs: 30 * dayMs, share: 0.01 },
  },
  pendingBytesMax: 64 * 1024 ** 2,
};

/** Where nothing is to outlive the process, history takes memory. */
export const inMemoryHistoryLimits: HistoryLimits = {
  ...defaultHistoryLimits,
  bytesMax: 128 * 1024 ** 2,
  pendingBytesMax: 16 * 1024 ** 2,
};
