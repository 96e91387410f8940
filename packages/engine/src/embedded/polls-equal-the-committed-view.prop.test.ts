import fc from "fast-check";
import { expect, test } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { createEmbeddedLog, type EmbeddedLog } from "./embedded-log.ts";
import { temporaryDirectory } from "./testing/directory.ts";
import { dump } from "./testing/dump.ts";
import { LogModel } from "./testing/log-model.ts";
import {
  partitionCount,
  type ReadOperation,
  readOperation,
  type WriteOperation,
  Writer,
  writeOperation,
} from "./testing/log-operations.ts";

interface Reader {
  position: number;
  paused: boolean;
  seekBacks: string[];
}

const anyOperation: fc.Arbitrary<WriteOperation | ReadOperation> = fc.oneof(
  { weight: 2, arbitrary: writeOperation },
  { weight: 1, arbitrary: readOperation },
);

function isWrite(operation: WriteOperation | ReadOperation): operation is WriteOperation {
  return !["poll", "seek", "pause", "resume"].includes(operation.kind);
}

/** A small segment size takes the operations across segments. */
function logOf(segmentBytes: number): EmbeddedLog {
  const log = createEmbeddedLog({ clock: new ManualClock(), segmentBytes });
  log.createTopic("in", partitionCount);
  return log;
}

test("whatever happens to a log, polls bring the committed view in offset order and stop at the last stable offset", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyOperation, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom(1, 100, 300, 100_000),
      async (operations, maxPollRecords, segmentBytes) => {
        const log = logOf(segmentBytes);
        const models = Array.from({ length: partitionCount }, () => new LogModel());
        const readers = models.map((): Reader => ({ position: 0, paused: false, seekBacks: [] }));
        const writer = new Writer(log);
        const consumer = log.client().consumer({
          groupId: "group",
          topics: ["in"],
          maxPollRecords,
          metadataMaxAgeMs: 1_000,
        });
        await consumer.start();
        for (const partition of consumer.poll().assignment ?? []) consumer.seek(partition, 0n);
        for (const operation of [...operations, { kind: "poll" as const }]) {
          if (isWrite(operation)) {
            await writer.run(operation, models);
            if (operation.kind === "truncate") setBack(readers, models, operation.partition);
          } else if (operation.kind === "poll") {
            checkPoll(consumer.poll(), models, readers, maxPollRecords);
          } else {
            const reader = readers[operation.partition];
            const model = models[operation.partition];
            if (reader === undefined || model === undefined) continue;
            const partition = { topic: "in", partition: operation.partition };
            if (operation.kind === "seek") {
              reader.position = Math.floor(model.lastStable * operation.place);
              consumer.seek(partition, BigInt(reader.position));
            } else if (operation.kind === "pause") {
              reader.paused = true;
              consumer.pause([partition]);
            } else {
              reader.paused = false;
              consumer.resume([partition]);
            }
          }
          for (const [partition, model] of models.entries()) {
            expect(log.bounds("in", partition)).toEqual({
              start: BigInt(model.start),
              end: BigInt(model.lastStable),
              highWatermark: BigInt(model.end),
            });
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

function setBack(readers: readonly Reader[], models: readonly LogModel[], partition: number): void {
  const reader = readers[partition];
  const model = models[partition];
  if (reader === undefined || model === undefined || reader.position <= model.end) return;
  reader.seekBacks.push(`${reader.position}->${model.end}`);
  reader.position = model.end;
}

function checkPoll(
  poll: ReturnType<ReturnType<ReturnType<EmbeddedLog["client"]>["consumer"]>["poll"]>,
  models: readonly LogModel[],
  readers: readonly Reader[],
  maxPollRecords: number,
): void {
  let delivered = 0;
  let available = 0;
  expect(new Set(poll.batches.map(({ partition }) => partition.partition)).size).toBe(poll.batches.length);
  for (const [partition, model] of models.entries()) {
    const reader = readers[partition];
    if (reader === undefined) continue;
    const visible = model.visibleFrom(reader.position);
    const records = poll.batches.find((batch) => batch.partition.partition === partition)?.records ?? [];
    if (reader.paused) expect(records).toEqual([]);
    else available += visible.length;
    expect(records.map(({ offset, value }) => `${offset}=${value?.toString()}`)).toEqual(
      visible.slice(0, records.length).map(({ offset, text }) => `${offset}=${text}`),
    );
    delivered += records.length;
    const lastOffset = records.at(-1)?.offset;
    reader.position = model.nextVisible(lastOffset === undefined ? reader.position : Number(lastOffset) + 1);
    expect(reader.position).toBeLessThanOrEqual(model.lastStable);
    const progress = poll.progress.find((told) => told.partition.partition === partition);
    if (progress !== undefined) {
      expect(progress).toMatchObject({
        position: BigInt(reader.position),
        endPosition: BigInt(model.lastStable),
        highWatermark: BigInt(model.end),
      });
    }
    if (records.length > 0) expect(progress).toBeDefined();
    const told = poll.seekBacks.filter((seekBack) => seekBack.partition.partition === partition);
    expect(told.map(({ from, to }) => `${from}->${to}`)).toEqual(reader.seekBacks);
    reader.seekBacks = [];
  }
  expect(delivered).toBeLessThanOrEqual(maxPollRecords);
  if (available > 0) expect(delivered).toBeGreaterThan(0);
}

test("a log that is opened again and again is the log that was never closed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          { weight: 5, arbitrary: writeOperation },
          { weight: 1, arbitrary: fc.constant("open" as const) },
        ),
        {
          maxLength: 40,
        },
      ),
      fc.constantFrom(1, 200, 100_000),
      async (operations, segmentBytes) => {
        const directory = temporaryDirectory();
        const inMemory = logOf(segmentBytes);
        const open = () => createEmbeddedLog({ clock: new ManualClock(), segmentBytes, directory });
        let durable = open();
        durable.createTopic("in", partitionCount);
        const writers = [new Writer(inMemory), new Writer(durable)];
        for (const operation of operations) {
          if (operation === "open") {
            durable.close();
            durable = open();
            writers[0]?.moveTo(inMemory);
            writers[1]?.moveTo(durable);
          } else {
            for (const writer of writers) await writer.run(operation);
          }
          expect(dump(durable, ["in"], "group")).toEqual(dump(inMemory, ["in"], "group"));
        }
        durable.close();
      },
    ),
    { numRuns: 60 },
  );
});
