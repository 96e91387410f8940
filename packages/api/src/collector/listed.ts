import { clockSkewOf } from "../wire/clock-skew.ts";
import {
  type AppSummary,
  ageOf,
  type CollectedRow,
  type InstanceSummary,
  staleAfter,
} from "../wire/index.ts";
import type { Pace } from "../wire/pace.ts";
import type { InstanceCollector } from "./instance-collector.ts";
import type { InstanceShare, MergedApp } from "./merge/merge-instances.ts";
import type { RecentMinutes } from "./recent-minutes.ts";
import type { ReceivedTick } from "./summary.ts";
import { factsOf } from "./tick-facts.ts";

export interface Listing {
  readonly summary: AppSummary;
  /** What the summary is of; `undefined`: no tick was received. */
  readonly tick: ReceivedTick | undefined;
  readonly pace: Pace;
  readonly recent: RecentMinutes;
  readonly instances: readonly InstanceCollector[];
  readonly merged: MergedApp;
}

/** A row with what changes without a tick: ages by the collector's clock, and how each instance stands. */
export function listedOf(
  { summary, tick, pace, recent, instances, merged: { shares, contested, contestedCount } }: Listing,
  serverNowMs: number,
): CollectedRow {
  const facts = tick === undefined ? { heldHeads: null, pressure: null } : factsOf(tick);
  return {
    ...summary,
    ...facts,
    pace,
    gapTrail: recent.gapTrail(serverNowMs),
    lateDropRate: recent.lateDropRate(),
    lastSeenMs: latest(instances.map(({ lastSeenMs }) => lastSeenMs)),
    serverNowMs,
    age: ageOf(summary.receivedAtMs, serverNowMs, summary.staleAfterMs),
    skew: clockSkewOf(largest(instances.map(({ skewMs }) => skewMs))),
    instances: instances.map((instance, i) => instanceOf(instance, shares[i], serverNowMs)),
    contested: [...contested],
    contestedCount,
  };
}

function instanceOf(
  { url, connection, tick, skewMs }: InstanceCollector,
  share: InstanceShare | undefined,
  nowMs: number,
): InstanceSummary {
  const snapshot = tick?.snapshot;
  return {
    url,
    connection,
    role: share?.role ?? "unknown",
    age: ageOf(tick?.receivedAtMs ?? null, nowMs, staleAfter(snapshot?.status.tickIntervalMs)),
    skew: clockSkewOf(skewMs),
    instanceId: share?.instanceId ?? null,
    bootId: snapshot?.bootId ?? null,
    lifecycle: snapshot?.status.lifecycle ?? null,
    sequence: snapshot?.sequence ?? null,
    atMs: snapshot?.atMs ?? null,
    receivedAtMs: tick?.receivedAtMs ?? null,
    globalWatermarkMs: snapshot?.watermarks.globalWatermarkMs ?? null,
    partitions: share?.partitions ?? null,
  };
}

function latest(times: readonly (number | null)[]): number | null {
  const known = times.flatMap((time) => time ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

function largest(skews: readonly (number | undefined)[]): number | undefined {
  const known = skews.flatMap((skew) => skew ?? []);
  return known.length === 0 ? undefined : known.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
}
