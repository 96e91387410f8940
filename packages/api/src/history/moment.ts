/** An app as it was at one tick, from stored blocks: pure. */
import type { PastMoment, PastPartition } from "../wire/history.ts";
import { gapBetween } from "./fold.ts";
import { partitionStates } from "./metrics.ts";
import { slabPartitions } from "./series.ts";
import type { Blocks, StoredBlock } from "./stored-blocks.ts";
import type { Span } from "./stored-rows.ts";
import type { Tier } from "./tiers.ts";
import { heldBackByOf, integers, partitionRefOf, words } from "./to-wire.ts";
import { writtenUntilMs } from "./written-until.ts";

/** The time of the last tick in the span. @param app the app's own blocks. */
export function newestAt(app: readonly StoredBlock[], { fromMs, toMs }: Pick<Span, "fromMs" | "toMs">) {
  let newest: number | undefined;
  for (const { block } of app)
    for (const { lastMs } of block.steps)
      if (lastMs >= fromMs && lastMs <= toMs && (newest === undefined || lastMs > newest)) newest = lastMs;
  return newest;
}

/**
 * The time of the tick that tells how things were at `atMs`: the last one at or before it, if the ticks went on from
 * there. Of a bucket only the end is known, so the moment may be a bucket's length behind that tick.
 *
 * @param app of some time around the moment. @param toMs where that ends. @param nowMs the console's clock.
 * @returns `undefined` too where the app's next tick may be later than `toMs`.
 */
export function sampleFor(
  app: readonly StoredBlock[],
  atMs: number,
  toMs: number,
  nowMs: number,
): number | undefined {
  const steps = app
    .flatMap(({ block, bootId, series: { recording } }) =>
      block.steps.map((step, i) => ({ ...step, bootId, recording, block, i })),
    )
    .sort((a, z) => a.lastMs - z.lastMs);
  const at = steps.findLastIndex(({ lastMs }) => lastMs <= atMs);
  const sample = steps[at];
  if (sample === undefined) return undefined;
  const { lastMs, block, i } = sample;
  if (lastMs === atMs) return lastMs;
  const next = steps[at + 1];
  if (next === undefined) {
    const receivedAtMs = block.entity("receivedAtMs", "last", 0)?.[i];
    const untilMs = Math.max(atMs, writtenUntilMs(nowMs, { lastMs, receivedAtMs }));
    return lastMs + sample.gapAboveMs <= toMs && gapBetween(sample, untilMs) === 0 ? lastMs : undefined;
  }
  const goesOn =
    next.bootId === sample.bootId &&
    next.recording === sample.recording &&
    (next.firstMs > atMs || next.missingMs === 0) &&
    gapBetween(sample, next.firstMs) === 0;
  return goesOn ? lastMs : undefined;
}

/** @param own the app's own block that has the tick. @param partitions those beside it, which are let go one by one. */
export async function momentOf(
  own: StoredBlock,
  partitions: Blocks,
  sampleMs: number,
  atMs: number,
  tier: Tier,
): Promise<PastMoment> {
  const at = ({ block }: StoredBlock) => block.steps.findIndex(({ lastMs }) => lastMs === sampleMs);
  const value = (metric: "globalWatermarkMs" | "heldBackBy" | "heldBackReason") =>
    own.block.entity(metric, "last", 0)?.[at(own)];
  const holder = value("heldBackBy");
  const bySlab = new Map<number, PastPartition[]>();
  for await (const stored of partitions) {
    bySlab.set(stored.slab, partitionsAt(stored, at(stored)));
  }
  const globalWatermarkMs = value("globalWatermarkMs");
  return {
    kind: "known",
    grain: tier.name,
    sampleMs,
    ageMs: atMs - sampleMs,
    bootId: own.bootId,
    globalWatermarkMs: globalWatermarkMs === undefined ? null : Number(globalWatermarkMs),
    heldBackBy: heldBackByOf(
      holder === undefined ? undefined : own.series.partitions[Number(holder)],
      value("heldBackReason"),
    ),
    partitions: [...bySlab].sort(([a], [z]) => a - z).flatMap(([, some]) => some),
  };
}

function partitionsAt({ block, slab, series }: StoredBlock, step: number): PastPartition[] {
  if (step < 0) return [];
  const from = (slab - 1) * slabPartitions;
  const ids = series.partitions.slice(from, from + slabPartitions);
  const column = (metric: "state" | "watermarkMs" | "previewWatermarkMs" | "lag" | "bufferedRecords") => {
    const values = block.column(metric, "last") ?? [];
    return ids.map((_, i) => values[i * block.steps.length + step]);
  };
  const states = words(column("state"), partitionStates);
  const watermarks = integers(column("watermarkMs"));
  const previews = integers(column("previewWatermarkMs"));
  const buffered = integers(column("bufferedRecords"));
  const lags = column("lag");
  return ids.flatMap((id, i) => {
    const lag = lags[i];
    const state = states[i];
    const bufferedRecords = buffered[i];
    if (typeof state !== "string" || typeof bufferedRecords !== "number") return [];
    return {
      ...partitionRefOf(id),
      state,
      watermarkMs: watermarks[i] ?? null,
      previewWatermarkMs: previews[i] ?? null,
      lag: lag === undefined ? null : String(lag),
      bufferedRecords,
    };
  });
}
