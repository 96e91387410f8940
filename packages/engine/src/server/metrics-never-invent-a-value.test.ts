import { expect, test } from "vitest";
import { type Clock, systemClock } from "../clock.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { metricFamilies } from "./metric-families.ts";
import { metricsText, samplesAtOnceMax } from "./metrics.ts";
import { exchange } from "./testing/exchange.ts";
import { FakeApp } from "./testing/fake-app.ts";
import { startFake } from "./testing/start-fake.ts";

const clock = new ManualClock();

test("each family is told under its name with underscores, with help and type", async () => {
  const { url } = await startFake();
  const answer = await exchange(`${url}/metrics`);
  expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  for (const { name, kind } of metricFamilies) {
    const present = name !== "stoatflow.watermark.partition.preview.ms";
    expect(answer.body.includes(`# TYPE ${name.replaceAll(".", "_")} ${kind}\n`)).toBe(present);
  }
});

test("values are those of the newest tick", async () => {
  const { url, app } = await startFake();
  app.tick();
  const { body } = await exchange(`${url}/metrics`);
  const lines = body.split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'stoatflow_epoch_invariant_violations_total{kind="partition_offset_regression"} 1',
      'stoatflow_epoch_invariant_violations_total{kind="watermark_regression"} 0',
      "stoatflow_records_dispatched_total 18",
      'stoatflow_records_dropped_total{reason="late"} 1',
      "stoatflow_watermark_global_ms 1789999992000",
      "stoatflow_watermark_lag_ms 10000",
      "stoatflow_watermark_preview_partitions 0",
      'stoatflow_watermark_partition_ms{topic="orders",partition="1"} 1789999992000',
      'stoatflow_partition_lag_records{topic="orders",partition="0"} 100',
      'stoatflow_lane_oldest_age_seconds{stage="1",lane="0"} 0.003',
      'stoatflow_pause_state{state="none"} 1',
      'stoatflow_pause_state{state="paused"} 0',
      'stoatflow_lifecycle_state{state="running"} 1',
      'stoatflow_bound_limit{bound="ring.late-drops"} 2000',
    ]),
  );
});

test("what a tick does not have is not there, rather than -1, NaN or 0", async () => {
  const tick = new FakeApp().current();
  const text = await metricsText(
    {
      ...tick,
      status: { ...tick.status, epoch: { ...tick.status.epoch, lastCommitMs: null } },
      lanes: { ...tick.lanes, lanes: tick.lanes.lanes.map((lane) => ({ ...lane, oldestAgeMs: null })) },
      watermarks: {
        globalWatermarkMs: null,
        heldBackBy: null,
        partitions: tick.watermarks.partitions.map((partition) => ({
          ...partition,
          state: "starting",
          watermarkMs: null,
          position: null,
          committed: null,
          endPosition: null,
          lag: null,
        })),
      },
    },
    clock,
  );
  for (const name of [
    "watermark_global_ms",
    "watermark_lag_ms",
    "watermark_partition_ms",
    "partition_position",
    "partition_committed",
    "partition_end_position",
    "partition_lag_records",
    "epoch_last_commit_seconds",
    "lane_oldest_age_seconds",
  ]) {
    expect(text).not.toContain(`stoatflow_${name}`);
  }
  expect(text).not.toMatch(/ (?:NaN|[+-]?Inf|-1)$/m);
  expect(text).toContain('stoatflow_partition_buffered_records{topic="orders",partition="0"} 12');
});

test("a held partition counts as one with a preview", async () => {
  const tick = new FakeApp({ partitions: 3 }).current();
  const partitions = tick.watermarks.partitions.map((p, i) =>
    i === 1 ? { ...p, previewWatermarkMs: 5 } : p,
  );
  const text = await metricsText({ ...tick, watermarks: { ...tick.watermarks, partitions } }, clock);
  expect(text).toContain("stoatflow_watermark_preview_partitions 1\n");
  expect(text).toContain('stoatflow_watermark_partition_preview_ms{topic="orders",partition="1"} 5\n');
});

test("a name with quotes and line breaks cannot forge a line", async () => {
  const tick = new FakeApp().current();
  const text = await metricsText({ ...tick, app: 'a"} 1\nforged 2' }, clock);
  expect(text.split("\n")).not.toContain("forged 2");
});

test("a scrape of a very large app gives the event loop its turns, and is of one tick all the same", async () => {
  const app = new FakeApp({ partitions: samplesAtOnceMax });
  let turns = 0;
  const ticking: Clock = {
    ...systemClock,
    nextTurn: (callback) => {
      turns++;
      app.tick();
      return systemClock.nextTurn(callback);
    },
  };
  const text = await metricsText(app.current(), ticking);
  const perPartition = metricFamilies.filter(({ labelNames }) => labelNames.includes("partition"));
  expect(turns).toBe(perPartition.length - 1);
  expect(text).toContain("stoatflow_watermark_global_ms 1789999991000\n");
  expect(text).toContain('stoatflow_lane_depth{stage="1",lane="0"} 1\n');
});
