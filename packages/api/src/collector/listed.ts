import { clockSkewOf } from "../wire/clock-skew.ts";
import {
  type AppSummary,
  ageOf,
  type CollectedRow,
  type InstanceSummary,
  staleAfter,
} from "../wire/index.ts";
import type { InstanceCollector } from "./instance-collector.ts";
import type { InstanceShare, MergedApp } from "./merge/merge-instances.ts";

/** A row with what changes without a tick: ages by the collector's clock, and how each instance stands. */
export function listedOf(
  summary: AppSummary,
  instances: readonly InstanceCollector[],
  { shares, contested, contestedCount }: MergedApp,
  serverNowMs: number,
): CollectedRow {
  return {
    ...summary,
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

function largest(skews: readonly (number | undefined)[]): number | undefined {
  const known = skews.flatMap((skew) => skew ?? []);
  return known.length === 0 ? undefined : known.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
}
