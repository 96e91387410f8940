import { expect, it } from "vitest";
import { partitionOf, snapshotOf } from "../testing/bodies.ts";
import { samplesMax, Trail, windowMs } from "./trail.ts";

/** A tick each `everyMs` of the app's clock. */
function trailOf(ticks: number, everyMs: number, partitions = [partitionOf(0), partitionOf(1)]): Trail {
  const trail = new Trail();
  for (let sequence = 1; sequence <= ticks; sequence += 1) {
    const atMs = 1_790_000_000_000 + sequence * everyMs;
    trail.push({ snapshot: { ...snapshotOf({ sequence, partitions }), atMs }, receivedAtMs: atMs });
  }
  return trail;
}

it.each([100, 500, 1000, 15_000, 700_000])(
  "a tick each %i ms leaves no more samples than the bound, none older than 5 min",
  (everyMs) => {
    const trace = trailOf(5000, everyMs).trace();
    const samples = trace?.samples ?? [];
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.length).toBeLessThanOrEqual(samplesMax);
    const nowMs = trace?.tick.snapshot.atMs ?? 0;
    expect(nowMs - (samples[0]?.atMs ?? 0)).toBeLessThanOrEqual(windowMs);
    if (everyMs < windowMs / 10) expect(nowMs - (samples[0]?.atMs ?? 0)).toBeGreaterThan(windowMs * 0.9);
  },
);

it("the partitions of all samples are one list, and a sample is 16 bytes a partition beside it", () => {
  const partitions = Array.from({ length: 10_000 }, (_, i) => partitionOf(i));
  const samples = trailOf(330, 1000, partitions).trace()?.samples ?? [];
  expect(new Set(samples.map(({ ids }) => ids)).size).toBe(1);
  const bytes = samples.reduce((sum, { positions, ends }) => sum + positions.byteLength + ends.byteLength, 0);
  expect(bytes).toBeLessThanOrEqual(samplesMax * 10_000 * 16);
});

it("offsets of up to 19 digits are kept exactly", () => {
  const most = "9999999999999999999";
  const [sample] =
    trailOf(1, 1000, [partitionOf(0, { position: most, endPosition: most })]).trace()?.samples ?? [];
  expect(sample?.positions[0]?.toString()).toBe(most);
  expect(sample?.ends[0]?.toString()).toBe(most);
});
