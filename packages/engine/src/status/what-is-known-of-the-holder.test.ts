import { describe, expect, it } from "vitest";
import { DispatchPartition } from "../dispatch/dispatch-partition.ts";
import { PartitionBuffer } from "../ingest/partition-buffer.ts";
import { SourcePartition } from "../ingest/source-partition.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { windowedCount } from "../testing/topologies.ts";
import { AlignmentGroup } from "../watermark/alignment.ts";
import { PartitionWatermark } from "../watermark/partition-watermark.ts";
import { heldBackBy as schema } from "../wire/index.ts";
import { holderFacts } from "./holder-facts.ts";

const record = (ts: number) => ({ key: "k", value: "v", ts });

async function world(idlenessMs?: number): Promise<EmbeddedWorld> {
  const made = new EmbeddedWorld({
    topics: { in: 2, out: 1 },
    topology: windowedCount({ startMs: 0, ...(idlenessMs === undefined ? {} : { idlenessMs }) }),
  });
  made.append("in", 0, [record(100)]);
  made.append("in", 1, [record(200)]);
  await made.start();
  await made.pass(500);
  return made;
}

/** The holder, and how far its being idle is from now. */
function holder(of: EmbeddedWorld) {
  const { heldBackBy, partitions } = of.app.look().watermarks;
  if (heldBackBy === null) throw new Error("nobody holds the watermark back");
  expect(schema.parse(heldBackBy)).toEqual(heldBackBy);
  return { ...heldBackBy, partitions };
}

describe("the idleness of the partition that holds the watermark back", () => {
  it("ends at a moment that does not move while its clock runs, and at which it is idle", async () => {
    const of = await world(5000);
    const { partition, reason, idleness } = holder(of);
    expect({ partition, reason }).toEqual({ partition: 0, reason: "caught-up" });
    if (idleness?.kind !== "running") throw new Error(`its clock is ${idleness?.kind}`);
    await of.pass(1000);
    expect(holder(of).idleness).toEqual(idleness);
    await of.pass(idleness.idleAtMs - of.clock.nowMs() - 200);
    const counts = { takesPart: "counts" };
    expect(holder(of)).toMatchObject({ partition: 0, partitions: [counts, counts] });
    await of.pass(400);
    expect(of.app.look().watermarks.partitions[0]).toMatchObject({ state: "idle", takesPart: "idle" });
  });

  it("stands still through a pause, with what is left of it", async () => {
    const of = await world(5000);
    of.app.pause({ actor: "ana", reason: "deploy" });
    await of.pass(500);
    const { reason, idleness } = holder(of);
    expect({ reason, idleness }).toMatchObject({
      reason: "paused",
      idleness: { kind: "standing-still", timeoutMs: 5000 },
    });
    await of.pass(20_000);
    expect(holder(of).idleness).toEqual(idleness);
  });

  it("is off where the source has none", async () => {
    const of = await world();
    await of.pass(1000);
    expect(holder(of).idleness?.kind).toBe("off");
  });
});

it("a commit that is slow tells since when it is under way", async () => {
  const of = await world(60_000);
  of.log.inject({ point: "commit-delay", ms: 5000, times: 1 });
  of.append("in", 0, [record(300)]);
  await of.pass(2000);
  const { reason, commitSinceMs } = holder(of);
  expect(reason).toBe("slow-commit");
  expect(commitSinceMs).toBeGreaterThan(of.clock.nowMs() - 2001);
  expect(commitSinceMs).toBeLessThan(of.clock.nowMs() - 500);
});

it("a lane that lets no barrier pass holds it, however much room the lanes have", async () => {
  const of = await world(60_000);
  of.app.parkLane(Buffer.from("k"), true);
  of.append("in", 0, [record(300)]);
  await of.pass(400);
  expect(holder(of).reason).not.toBe("lane-full");
  await of.pass(600);
  expect(holder(of).reason).toBe("lane-full");
  of.app.parkLane(Buffer.from("k"), false);
  await of.pass(600);
  expect(holder(of).reason).toBe("caught-up");
});

it("an alignment hold tells whom the group waits for", () => {
  const alignment = { group: "pace", maxDriftMs: 100 };
  const member = (partition: number, highestMs: number) => {
    const source = new SourcePartition({ topic: "in", partition }, new PartitionBuffer(), 0n);
    const watermark = new PartitionWatermark(0, highestMs);
    return new DispatchPartition(source, { watermark, idlenessMs: 1000, servedMs: 0, alignment });
  };
  const [ahead, lowest] = [member(0, 900), member(1, 300)];
  const group = new AlignmentGroup<DispatchPartition>();
  group.add(ahead);
  group.add(lowest);
  ahead.group = group;
  const open = { kind: "open", epoch: 1, openedAtMs: 0 } as const;
  const facts = holderFacts({ reason: "aligned" }, ahead, { kind: "off" }, open);
  expect(facts).toEqual({
    idleness: { kind: "off" },
    alignment: { ...alignment, lowest: { topic: "in", partition: 1 }, lowestMs: 300 },
  });
});
