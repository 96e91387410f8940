import { pino } from "pino";
import { expect, it } from "vitest";
import { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import { PartitionBuffer } from "../ingest/partition-buffer.ts";
import { SourcePartition } from "../ingest/source-partition.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";
import { PartitionWatermark } from "../watermark/partition-watermark.ts";
import type { FeedSnapshot } from "../wire/index.ts";
import { WaitingWatch } from "./waiting-watch.ts";

it("is shown as served where a turn has emptied its buffer and the next poll is only due", async () => {
  const seen: FeedSnapshot[] = [];
  const world: EmbeddedWorld = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: passThrough(),
    settings: { "processing.max-poll-records": 5 },
    internals: {
      // The last record of a poll: the buffer is empty now, and the log has more.
      dispatched: ({ offset }) => void (offset % 5n === 4n && offset < 95n && seen.push(world.app.look())),
    },
  });
  world.append(
    "in",
    0,
    Array.from({ length: 100 }, (_, at) => ({ key: "k", value: `${at}`, ts: at })),
  );
  await world.start();
  await world.pass(200);
  expect(seen).toHaveLength(19);
  for (const { watermarks } of seen) {
    expect(watermarks.partitions[0]).toMatchObject({ state: "active", bufferedRecords: 0 });
    expect(watermarks.heldBackBy).toMatchObject({ partition: 0, reason: "backlog" });
  }
});

it("is not warned of while what it waits for keeps coming, however often it is found empty", () => {
  const told: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void told.push(line) });
  const watch = new WaitingWatch(logger);
  const source = new SourcePartition({ topic: "in", partition: 0 }, new PartitionBuffer(), 0n);
  source.endPosition = 1_000_000n;
  const watermark = new PartitionWatermark(0);
  const partition = new DispatchPartition(source, { watermark, idlenessMs: undefined, servedMs: 0 });
  for (let ms = 0; ms <= 60_000; ms += 100) {
    if (ms % 5000 === 0) source.consumerPosition += 500n;
    watch.look([partition], ms);
  }
  expect(told).toEqual([]);
});
