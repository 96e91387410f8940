import { describe, expect, it } from "vitest";
import { PartitionBuffer } from "../ingest/partition-buffer.ts";
import { SourcePartition } from "../ingest/source-partition.ts";
import { AlignmentGroup } from "../watermark/alignment.ts";
import { PartitionWatermark } from "../watermark/partition-watermark.ts";
import { DispatchPartition, type Head } from "./dispatch-partition.ts";
import { HeldHeads, type IntervalFacts } from "./held-heads.ts";

function headOf(partition: number, timestampMs: number, offset = 7n): Head {
  const record = { topic: "in", partition, offset, timestampMs, key: null, value: null, headers: [] };
  return { record, timestampMs, key: null, value: null, sinceMs: 1000 };
}

function partitionWith(partition: number, headMs: number, highestMs?: number): DispatchPartition {
  const source = new SourcePartition({ topic: "in", partition }, new PartitionBuffer(), 0n);
  const made = new DispatchPartition(source, {
    watermark: new PartitionWatermark(10, highestMs),
    idlenessMs: undefined,
    servedMs: 0,
    alignment: { group: "g", maxDriftMs: 100 },
  });
  made.head = headOf(partition, headMs);
  return made;
}

/** An older head that is being served, and one far ahead. */
function two(aheadMs = 9000) {
  const older = partitionWith(0, 50, 40);
  const ahead = partitionWith(1, aheadMs, 30);
  const heads = new HeldHeads();
  const free: IntervalFacts = {
    dispatched: 5,
    gated: false,
    ungatedSinceMs: undefined,
    oldest: older,
    waitingForCapacity: undefined,
  };
  const look = (facts: Partial<IntervalFacts> = {}) => heads.look([older, ahead], { ...free, ...facts });
  return { older, ahead, look };
}

/** The partition is too far ahead of its group. */
function hold(partition: DispatchPartition): void {
  const group = new AlignmentGroup<DispatchPartition>();
  partition.group = group;
  group.add(partition);
  group.add(partitionWith(9, 0, -1000));
}

describe("a head that stands for a whole interval behind an older one", () => {
  it("is held from the second look on, with the watermark that it will bring", () => {
    const { ahead, older, look } = two();
    expect(look()).toEqual([]);
    expect(look()).toEqual([ahead]);
    expect(ahead.hold).toEqual({ sinceMs: 1000, previewMs: 8990 });
    expect(older.hold).toBeUndefined();
  });

  it("is not held where it is another record at the same offset, fetched again meanwhile", () => {
    const { ahead, look } = two();
    look();
    ahead.head = headOf(1, 9000);
    expect(look()).toEqual([]);
  });

  it("is not held where the other head is of the same time: that is not an older one", () => {
    const { look } = two(50);
    look();
    expect(look()).toEqual([]);
  });
});

const gates: [string, (world: ReturnType<typeof two>) => Partial<IntervalFacts>][] = [
  ["a pause, a slow commit or a wait for data", () => ({ gated: true })],
  ["lanes so full that nothing was dispatched", () => ({ dispatched: 0 })],
  ["rows of its own that wait for their lane", ({ ahead }) => ({ waitingForCapacity: ahead })],
  ["no head anywhere that could be older", () => ({ oldest: undefined })],
  [
    "an alignment hold that binds",
    ({ older }) => {
      hold(older);
      return {};
    },
  ],
  [
    "its own alignment hold",
    ({ ahead }) => {
      hold(ahead);
      return {};
    },
  ],
];

describe.each(gates)("%s", (_, gate) => {
  it("gives no new preview", () => {
    const world = two();
    world.look();
    expect(world.look(gate(world))).toEqual([]);
    expect(world.ahead.hold).toBeUndefined();
  });

  it("takes no preview away that stands", () => {
    const world = two();
    world.look();
    world.look();
    const standing = world.ahead.hold;
    expect(standing).toBeDefined();
    const facts = gate(world);
    world.look(facts);
    world.look(facts);
    expect(world.ahead.hold).toBe(standing);
    expect(world.ahead.valueMs).toBe(8990);
  });
});
