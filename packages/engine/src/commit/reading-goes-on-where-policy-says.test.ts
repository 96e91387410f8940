import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createEmbeddedLog } from "../embedded/index.ts";
import { StoatFlowError } from "../errors.ts";
import type { CommittedOffset, LogConsumer } from "../ports.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { encodeCommitMetadata } from "./commit-metadata.ts";
import { type OutOfRangePolicies, readCommittedPositions } from "./committed-positions.ts";

const orders = [0, 1].map((partition) => ({ topic: "orders", partition }));

/** A log whose partitions hold the offsets 5 to 9, and a group that has committed `committed` of partition 0. */
async function read(
  committed: ReadonlyMap<string, CommittedOffset>,
  policies: Partial<OutOfRangePolicies> = {},
) {
  const warnings: string[] = [];
  const log = createEmbeddedLog({ clock: new ManualClock() });
  log.createTopic("orders", 2);
  for (const { topic, partition } of orders) {
    log.append(
      topic,
      partition,
      Array.from({ length: 10 }, () => ({ key: null, value: null, timestampMs: 0 })),
    );
    log.deleteRecords(topic, partition, 5);
  }
  const options = { groupId: "app", topics: ["orders"], maxPollRecords: 10, metadataMaxAgeMs: 1000 };
  const consumer: LogConsumer = Object.assign(log.client().consumer(options), {
    committed: () => Promise.resolve(committed),
  });
  const logger = pino(
    { level: "warn" },
    { write: (line: string) => void warnings.push(JSON.parse(line).msg) },
  );
  const positions = await readCommittedPositions(consumer, orders, {
    committedBelowStart: "earliest",
    committedBeyondEnd: "fail",
    logger,
    ...policies,
  });
  return { positions, warnings };
}

function at(offset: bigint, metadata = ""): ReadonlyMap<string, CommittedOffset> {
  return new Map([["orders-0", { offset, metadata }]]);
}

async function refused(reading: Promise<unknown>): Promise<StoatFlowError> {
  const thrown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (thrown instanceof StoatFlowError) return thrown;
  throw new Error("it went on");
}

describe("a partition", () => {
  it("without a commit is read from the start of its log", async () => {
    const { positions, warnings } = await read(new Map());
    expect(positions.partitions.get("orders-0")).toMatchObject({ position: 5n, committed: undefined });
    expect(positions).toMatchObject({ epoch: 0, globalWatermarkMs: undefined });
    expect(warnings).toEqual([]);
  });

  it.each([5n, 7n, 10n])("committed at %d within its log goes on there in silence", async (offset) => {
    const { positions, warnings } = await read(at(offset));
    expect(positions.partitions.get("orders-0")).toMatchObject({ position: offset, committed: offset });
    expect(warnings).toEqual([]);
  });

  it("committed below the start goes on at the start, with a warning that names it and both offsets", async () => {
    const { positions, warnings } = await read(at(3n));
    expect(positions.partitions.get("orders-0")).toMatchObject({ position: 5n, committed: 3n });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/orders-0.*3.*5/);
  });

  it("committed below the start fails where policy says so", async () => {
    const error = await refused(read(at(3n), { committedBelowStart: "fail" }));
    expect(error).toMatchObject({
      code: "offset-out-of-range",
      setting: "stoatflow.processing.committed-below-start",
    });
    expect(error.message).toMatch(/orders-0.*3.*5/);
    expect(error.remedy).toContain("earliest");
  });

  it("committed beyond the end fails, naming both offsets and the choices", async () => {
    const error = await refused(read(at(11n)));
    expect(error).toMatchObject({
      code: "offset-out-of-range",
      setting: "stoatflow.processing.committed-beyond-end",
    });
    expect(error.message).toMatch(/orders-0.*11.*10/);
    expect(error.remedy).toContain("earliest or end");
  });

  it.each([
    ["earliest", 5n],
    ["end", 10n],
  ] as const)("committed beyond the end goes on at the %s where policy says so", async (policy, position) => {
    const { positions, warnings } = await read(at(11n), { committedBeyondEnd: policy });
    expect(positions.partitions.get("orders-0")).toMatchObject({ position, committed: 11n });
    expect(warnings[0]).toMatch(/orders-0.*11.*10/);
  });
});

describe("event time", () => {
  const metadata = (epoch: number, highestMs: number, globalWatermarkMs: number) =>
    encodeCommitMetadata({ epoch, highestMs, globalWatermarkMs });

  it("of each partition is its own, and the global one is that of the newest epoch", async () => {
    const { positions } = await read(
      new Map([
        ["orders-0", { offset: 6n, metadata: metadata(9, 700, 500) }],
        ["orders-1", { offset: 6n, metadata: metadata(4, 800, 300) }],
      ]),
    );
    expect(positions).toMatchObject({ epoch: 9, globalWatermarkMs: 500 });
    expect([...positions.partitions.values()].map(({ highestMs }) => highestMs)).toEqual([700, 800]);
  });

  it("starts anew where a tool has moved the offset, and the other partition still tells the epoch", async () => {
    const { positions } = await read(
      new Map([
        ["orders-0", { offset: 6n, metadata: "moved by hand" }],
        ["orders-1", { offset: 6n, metadata: metadata(4, 800, 300) }],
      ]),
    );
    expect(positions).toMatchObject({ epoch: 4, globalWatermarkMs: 300 });
    expect(positions.partitions.get("orders-0")).toMatchObject({ position: 6n, highestMs: undefined });
  });
});
