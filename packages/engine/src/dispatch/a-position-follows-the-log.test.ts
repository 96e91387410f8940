import { describe, expect, it } from "vitest";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough, windowedCount } from "../testing/topologies.ts";

const records = (count: number, prefix = "k", ts = 0) =>
  Array.from({ length: count }, (_, i) => ({ key: `${prefix}${i}`, value: `${i}`, ts: ts + i }));

async function world(settings = {}) {
  const here = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: passThrough(),
    settings: { "processing.lanes": 1, ...settings },
  });
  return here;
}

const violations = (here: EmbeddedWorld) => here.app.snapshot().status.counters.violations;

describe("the committed position", () => {
  it("passes transaction markers and aborted data, and is the end of the log", async () => {
    const here = await world();
    here.log.appendTransaction(
      "in",
      0,
      records(2).map((r) => here.record(r)),
      "committed",
    );
    here.log.appendTransaction(
      "in",
      0,
      records(3, "aborted").map((r) => here.record(r)),
      "aborted",
    );
    await here.start();
    await here.pass(500);
    expect(here.output("out")).toEqual(["k0=0", "k1=1"]);
    expect(here.committed("in-0")).toBe(7n);
    expect(here.app.snapshot().watermarks.partitions[0]).toMatchObject({ state: "caught-up", lag: "0" });
  });

  it("passes gaps of compaction, and the tripwire stays silent", async () => {
    const here = await world();
    here.append("in", 0, records(8));
    here.log.compact("in", 0, [0, 4, 5, 6]);
    await here.start();
    await here.pass(500);
    expect(here.output("out")).toEqual(["k1=1", "k2=2", "k3=3", "k7=7"]);
    expect(here.committed("in-0")).toBe(8n);
    expect(violations(here).partition_offset_regression).toBe(0);
  });

  it("follows a cut log down once the first re-fetched record is dispatched; each set-back counts once", async () => {
    const here = await world();
    here.append("in", 0, records(20));
    await here.start();
    await here.pass(500);
    here.log.truncate("in", 0, 12);
    await here.pass(300);
    expect(here.committed("in-0")).toBe(20n);
    here.append("in", 0, records(5, "n", 3000));
    await here.pass(1000);
    expect(here.committed("in-0")).toBe(17n);
    expect(here.output("out").slice(20)).toEqual(["n0=0", "n1=1", "n2=2", "n3=3", "n4=4"]);
    expect(violations(here)).toMatchObject({ partition_offset_regression: 1, commit_offset_regression: 0 });
    const [entry] = here.app.violations(0n, 10).items;
    expect(entry).toMatchObject({
      class: "expected",
      topic: "in",
      partition: 0,
      offsetBefore: "20",
      offsetAfter: "12",
    });
    expect(here.warnings.some((warning) => warning.includes("in-0") && warning.includes("12"))).toBe(true);
  });

  it("is committed where a cut log has grown again to the same end, with what was dropped on the way", async () => {
    const here = new EmbeddedWorld({
      topics: { in: 1, out: 1 },
      topology: windowedCount({ startMs: 1_790_000_000_000 }),
    });
    here.append("in", 0, [...records(3), { key: "k", value: "v", ts: 9000 }]);
    await here.start();
    await here.pass(500);
    here.log.truncate("in", 0, 2);
    await here.pass(300);
    here.append("in", 0, records(2));
    await here.pass(1000);
    expect(here.committed("in-0")).toBe(4n);
    expect(here.app.snapshot().status.counters.lateDropped).toBe(2);
  });

  it("starts at the log's start where retention has passed it, and says so", async () => {
    const here = await world();
    here.append("in", 0, records(10));
    await here.start();
    await here.pass(500);
    const stopped = here.app.stop();
    await here.pass(100);
    await stopped;
    here.append("in", 0, records(20, "n", 3000));
    here.log.deleteRecords("in", 0, 18);
    await here.start();
    await here.pass(500);
    expect(here.output("out").slice(10)).toHaveLength(12);
    expect(here.committed("in-0")).toBe(30n);
    expect(here.warnings.some((warning) => warning.includes("in-0") && warning.includes("18"))).toBe(true);
    expect(violations(here).partition_offset_regression).toBe(0);
  });

  it("beyond the end of a log that was cut stops the app and names both offsets and the choices", async () => {
    const here = await world();
    here.append("in", 0, records(10));
    await here.start();
    await here.pass(500);
    here.crash();
    here.log.truncate("in", 0, 4);
    await here.start();
    await here.pass(100);
    const failure = await here.app.ended;
    expect(failure?.code).toBe("offset-out-of-range");
    expect(failure?.message).toContain("offset 10, but the log ends at 4");
    expect(failure?.remedy).toContain("earliest or end");
  });
});

describe("a poll beyond the bound", () => {
  it("is fetched again and counted, and no record is lost, doubled or moved", async () => {
    const here = await world({
      "processing.buffered-records-per-partition": 3,
      "processing.max-poll-records": 5,
      "processing.lane-capacity": 1,
      "processing.lanes": 1,
    });
    await here.start();
    here.log.inject({ point: "pause-ineffective", topic: "in", partition: 0, times: 3 });
    here.app.parkLane(Buffer.from("k0"), true);
    here.append("in", 0, records(100));
    await here.pass(200);
    here.app.parkLane(Buffer.from("k0"), false);
    await here.pass(2000);
    expect(here.output("out")).toEqual(records(100).map(({ key, value }) => `${key}=${value}`));
    const { counters } = here.app.snapshot().status;
    expect(counters.violations.partition_buffer_over_bound).toBeGreaterThan(0);
    expect(counters.violationClasses).toEqual({
      expected: counters.violations.partition_buffer_over_bound,
      bug: 0,
    });
    expect(counters.refetched).toBeGreaterThan(0);
    expect(counters.violations.partition_offset_regression).toBe(0);
  });
});

describe("a new partition of a topic", () => {
  it("is read from its first record", async () => {
    const here = await world();
    await here.start();
    here.append("in", 0, records(2));
    await here.pass(300);
    here.log.addPartitions("in", 2);
    here.append("in", 1, records(3, "new"));
    await here.pass(10_000);
    expect(here.output("out").sort()).toEqual(["k0=0", "k1=1", "new0=0", "new1=1", "new2=2"]);
    expect(here.committed("in-1")).toBe(3n);
  });
});

describe("a partition that is empty here and not at the broker", () => {
  it("is waited for, and what comes out is the order of timestamps over all partitions", async () => {
    const order: string[] = [];
    const here = new EmbeddedWorld({
      topics: { in: 2, out: 1 },
      topology: passThrough(),
      settings: { "processing.max-poll-records": 5 },
      internals: { dispatched: ({ partition, offset }) => order.push(`${partition}@${offset}`) },
    });
    const stamped = (ts: number) => ({ key: "k", value: `${ts}`, ts });
    here.append(
      "in",
      0,
      Array.from({ length: 10 }, (_, i) => stamped(10 * i)),
    );
    here.append(
      "in",
      1,
      Array.from({ length: 10 }, (_, i) => stamped(10 * i + 5)),
    );
    here.log.inject({ point: "fetch-delay", topic: "in", partition: 0, ms: 1000 });
    await here.start();
    await here.pass(700);
    expect(order).toEqual([]);
    const { heldBackBy, partitions } = here.app.snapshot().watermarks;
    expect(heldBackBy).toMatchObject({ topic: "in", partition: 0, reason: "waiting-for-data" });
    expect(partitions[0]?.state).toBe("waiting-for-data");
    await here.pass(3000);
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => `${i % 2}@${Math.floor(i / 2)}`));
  });
});

describe("what a policy decides", () => {
  it("an invalid timestamp fails the app after the prefix in front of it is committed", async () => {
    const here = await world();
    here.append("in", 0, [...records(3), { key: "bad", value: "v", ts: -1_790_000_000_001 }]);
    await here.start();
    await here.pass(500);
    expect(here.app.lifecycle).toBe("failed");
    expect((await here.app.ended)?.code).toBe("invalid-timestamp");
    expect(here.committed("in-0")).toBe(3n);
    expect(here.output("out")).toHaveLength(3);
  });

  it("dropped by policy it is counted and the position passes it", async () => {
    const here = await world({ "processing.invalid-timestamp": "drop" });
    here.append("in", 0, [{ key: "bad", value: "v", ts: -1_790_000_000_001 }, ...records(2)]);
    await here.start();
    await here.pass(500);
    expect(here.committed("in-0")).toBe(3n);
    expect(here.app.snapshot().status.counters.dropped.invalidTimestamp).toBe(1);
  });

  it("undecodable records are skipped by policy: two of two commit 2", async () => {
    const here = await world({ "processing.undecodable": "skip" });
    const bad = {
      key: Buffer.from([0xff, 0xfe]),
      value: Buffer.from("v"),
      timestampMs: here.startMs,
      headers: [],
    };
    here.log.append("in", 0, [bad, bad]);
    await here.start();
    await here.pass(500);
    expect(here.committed("in-0")).toBe(2n);
    expect(here.app.snapshot().status.counters.dropped.undecodable).toBe(2);
    expect(here.app.snapshot().watermarks.globalWatermarkMs).toBeNull();
  });
});
