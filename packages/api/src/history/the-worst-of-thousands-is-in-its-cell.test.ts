import type { PartitionWatermark } from "@stoatflow/engine/wire";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { type RecordedHistory, recordedFromMs, recordedHistory } from "../testing/recorded-history.ts";
import { watermarkHeatmap } from "../wire/history.ts";

const minutes = 30;
const everyMs = 5000;
const query = {
  appId: "orders",
  fromMs: recordedFromMs,
  toMs: recordedFromMs + minutes * 60_000 - 1,
  maxPoints: 30,
};

let history: RecordedHistory;

/** Each a bit behind, none for the same time; one is idle, one has no watermark, and one stands still for a while. */
function partitionsAt(tick: number, nowMs: number, count: number): PartitionWatermark[] {
  return Array.from({ length: count }, (_, i) => {
    const behindMs = ((i * 7919 + tick * 104_729) % 1009) + 1000;
    if (i === 3) return partitionOf(i, { state: "idle", watermarkMs: recordedFromMs - 9_000_000 });
    if (i === 4) return partitionOf(i, { watermarkMs: null });
    if (i === 77 && tick >= 100 && tick < 200)
      return partitionOf(i, { watermarkMs: recordedFromMs + 100 * everyMs });
    return partitionOf(i, { watermarkMs: nowMs - behindMs });
  });
}

beforeAll(async () => {
  history = await recordedHistory();
  for (let tick = 0; tick < (minutes * 60_000) / everyMs; tick += 1) {
    // Two partitions are new after a restart.
    const isAnew = tick >= 240;
    history.tick(partitionsAt(tick, history.clock.nowMs(), isAnew ? 132 : 130), {
      bootId: isAnew ? "boot2" : "boot1",
    });
    await history.pass(everyMs);
  }
  await history.pass(120_000);
});

afterAll(() => history?.[Symbol.asyncDispose]());

const nameOf = ({ topic, partition }: PartitionWatermark) => `${topic}-${partition}`;

/** The largest gap of the partitions at those ticks, from what was told, the plainest way. */
function plainGapMs(members: ReadonlySet<string>, isMeant: (atMs: number) => boolean): number | null {
  const gaps = history.ticks
    .filter(({ snapshot }) => isMeant(snapshot.atMs))
    .flatMap(({ snapshot }) =>
      snapshot.watermarks.partitions.flatMap((partition) =>
        partition.watermarkMs === null || partition.state === "idle" || !members.has(nameOf(partition))
          ? []
          : [snapshot.atMs - partition.watermarkMs],
      ),
    );
  return gaps.length === 0 ? null : Math.max(...gaps);
}

test.each([200, 12, 1])(
  "with at most %i rows each partition is in one, and each cell has a gap that its worst one had",
  async (rows) => {
    const map = watermarkHeatmap.parse(await history.reader.past.heatmap(query, rows));
    expect(map.partitions).toBe(132);
    expect(map.rows.length).toBeLessThanOrEqual(rows);
    expect(map.rows.reduce((sum, { count }) => sum + count, 0)).toBe(132);
    expect(map.steps.length).toBeGreaterThan(10);
    let next = 0;
    for (const { first, last, count, gapMs, worst } of map.rows) {
      const members = new Set(Array.from({ length: count }, (_, i) => `orders-${next + i}`));
      expect([first, last]).toEqual([`orders-${next}`, `orders-${next + count - 1}`]);
      next += count;
      for (const [i, { firstMs, lastMs }] of map.steps.entries()) {
        const atEnds = plainGapMs(members, (atMs) => atMs === firstMs || atMs === lastMs);
        const within = (atMs: number) => atMs >= firstMs && atMs <= lastMs;
        const told = gapMs[i] ?? null;
        if (told === null) expect([atEnds, worst[i]]).toEqual([null, null]);
        else {
          expect(told).toBeGreaterThanOrEqual(atEnds ?? 0);
          expect(plainGapMs(members, within)).toBeGreaterThanOrEqual(told);
          expect(plainGapMs(new Set([worst[i] ?? ""]), within)).toBeGreaterThanOrEqual(told);
        }
      }
    }
  },
);

test("a partition that stood still leads to itself", async () => {
  const { steps, rows } = await history.reader.past.heatmap(query, 6);
  const step = steps.findIndex(({ lastMs }) => lastMs > recordedFromMs + 190 * everyMs);
  const hottest = rows
    .map(({ gapMs, worst }) => [gapMs[step] ?? 0, worst[step]] as const)
    .sort(([a], [b]) => b - a);
  expect(hottest[0]?.[1]).toBe("orders-77");
  expect(hottest[0]?.[0]).toBeGreaterThan(400_000);
  expect(hottest[1]?.[0]).toBeLessThan(3000);
});

test("idle ones and those without a watermark are nobody's worst", async () => {
  const { rows } = await history.reader.past.heatmap(query, 200);
  for (const at of [3, 4]) expect(new Set(rows[at]?.gapMs)).toEqual(new Set([null]));
});

test("where there is no history there are no rows", async () => {
  const none = await history.reader.past.heatmap({ ...query, appId: "nobody" }, 60);
  expect(none).toMatchObject({ partitions: 0, rows: [], steps: [] });
});
