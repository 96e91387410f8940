import type { FeedSnapshot, PartitionWatermark } from "@stoatflow/engine/wire";
import type { AppConfig } from "../apps/app-config.ts";
import {
  type AppSnapshot,
  type AppSummary,
  type Connection,
  staleAfter,
  watermarkAtOf,
} from "../wire/index.ts";

/** What is shown of a tick, and what history alone takes of it. */
export type CollectedSnapshot = AppSnapshot & Pick<FeedSnapshot, "status">;

/** A tick and the collector's wall clock when it arrived. */
export interface ReceivedTick {
  readonly snapshot: CollectedSnapshot;
  readonly receivedAtMs: number;
}

/** One app as a row: pure, and of one tick (invariant 14). */
export function summaryOf(
  app: AppConfig,
  connection: Connection,
  tick: ReceivedTick | undefined,
): AppSummary {
  const { id, urls, environment, owner, runbookUrl, labels } = app;
  const configured = { id, url: urls[0] ?? "", environment, owner, runbookUrl, labels };
  if (tick === undefined) return { ...configured, connection, ...nothingYet };
  const { snapshot, receivedAtMs } = tick;
  const { status, watermarks } = snapshot;
  return {
    ...configured,
    connection,
    app: snapshot.app,
    lifecycle: status.lifecycle,
    pauseReasons: status.pauseReasons,
    generation: status.generation,
    bootId: snapshot.bootId,
    sequence: snapshot.sequence,
    atMs: snapshot.atMs,
    receivedAtMs,
    staleAfterMs: staleAfter(status.tickIntervalMs),
    ...standingOf(snapshot),
    partitions: watermarks.partitions.length,
    ...lagOf(snapshot),
    lateDropped: status.counters.lateDropped,
    violations: Object.values(status.counters.violations).reduce((sum, n) => sum + n, 0),
    bugs: status.counters.violationClasses.bug,
  };
}

const nothingYet = {
  app: null,
  lifecycle: null,
  pauseReasons: [],
  generation: null,
  bootId: null,
  sequence: null,
  atMs: null,
  receivedAtMs: null,
  staleAfterMs: staleAfter(undefined),
  globalWatermarkMs: null,
  watermarkAtMs: null,
  heldBackBy: null,
  heldBackBoundMs: null,
  partitions: null,
  lag: null,
  partitionsWithoutLag: null,
  lateDropped: null,
  violations: null,
  bugs: null,
} satisfies Partial<AppSummary>;

/** What of a tick says whether event time keeps up. */
export function standingOf(snapshot: AppSnapshot) {
  const { globalWatermarkMs, heldBackBy } = snapshot.watermarks;
  return {
    globalWatermarkMs,
    watermarkAtMs: watermarkAtOf(snapshot),
    heldBackBy,
    heldBackBoundMs: holdingPartition(snapshot)?.boundMs ?? null,
  };
}

/** The partition that holds the global watermark back; `undefined`: none does, or it is not told of. */
export function holdingPartition({
  watermarks: { heldBackBy, partitions },
}: FeedSnapshot): PartitionWatermark | undefined {
  if (heldBackBy === null) return undefined;
  return partitions.find(
    ({ topic, partition }) => topic === heldBackBy.topic && partition === heldBackBy.partition,
  );
}

/** Exact beyond 2^53, since a sum of lags may be (invariant 16). A sum of none is no number (invariant 15). */
export function lagOf({ watermarks: { partitions } }: FeedSnapshot): {
  readonly lag: string | null;
  readonly partitionsWithoutLag: number;
} {
  let sum = 0n;
  let known = 0;
  for (const { lag } of partitions) {
    if (lag === null) continue;
    sum += BigInt(lag);
    known += 1;
  }
  return { lag: known === 0 ? null : String(sum), partitionsWithoutLag: partitions.length - known };
}
