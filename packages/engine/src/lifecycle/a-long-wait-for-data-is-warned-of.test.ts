import { pino } from "pino";
import { expect, it } from "vitest";
import { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import { PartitionBuffer } from "../ingest/partition-buffer.ts";
import { SourcePartition } from "../ingest/source-partition.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";
import { PartitionWatermark } from "../watermark/partition-watermark.ts";
import { WaitingWatch } from "./waiting-watch.ts";

const record = (ts: number) => ({ key: "k", value: "v", ts });

it("after ten seconds, with the partition and where it stands, and not again within a minute", async () => {
  const world = new EmbeddedWorld({ topics: { in: 2, out: 1 }, topology: passThrough() });
  await world.start();
  await world.pass(100);
  world.log.inject({ point: "fetch-delay", topic: "in", partition: 1, ms: 30_000 });
  world.append("in", 1, [record(0), record(1)]);
  world.append("in", 0, [record(5)]);
  await world.pass(9500);
  expect(world.warnings).toEqual([]);
  await world.pass(1500);
  expect(world.warnings).toHaveLength(1);
  expect(world.warnings[0]).toMatch(
    /^in-1: waiting for data for 10 s.*position 0, stable end 2, high watermark 2, last fetch error: none/,
  );
  await world.pass(15_000);
  expect(world.warnings).toHaveLength(1);
});

it("each minute that it goes on, with the last fetch error, and anew with each wait", () => {
  const told: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void told.push(JSON.parse(line).msg) });
  const watch = new WaitingWatch(logger);
  const source = new SourcePartition({ topic: "in", partition: 3 }, new PartitionBuffer(), 7n);
  source.endPosition = 9n;
  source.lastFetchError = "NOT_LEADER";
  const watermark = new PartitionWatermark(0);
  const partition = new DispatchPartition(source, { watermark, idlenessMs: undefined, servedMs: 0 });
  for (let ms = 0; ms <= 140_000; ms += 100) watch.look([partition], ms);
  expect(told.map((message) => message.match(/for (\d+) s/)?.[1])).toEqual(["10", "70", "130"]);
  expect(told[0]).toMatch(/high watermark not told, last fetch error: NOT_LEADER/);
  watch.look([], 140_100);
  for (let ms = 140_200; ms <= 150_200; ms += 100) watch.look([partition], ms);
  expect(told).toHaveLength(4);
});
