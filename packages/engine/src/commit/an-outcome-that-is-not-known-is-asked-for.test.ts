import { describe, expect, it } from "vitest";
import type { Fault } from "../embedded/index.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { windowedCount } from "../testing/topologies.ts";

const startMs = 1_790_000_000_000;

async function countedWorld(settings: ConstructorParameters<typeof EmbeddedWorld>[0]["settings"] = {}) {
  const world = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: windowedCount({ startMs }),
    settings,
  });
  const ten = (ts: number): void =>
    world.append(
      "in",
      0,
      Array.from({ length: 10 }, () => ({ key: "k", value: "v", ts })),
    );
  ten(0);
  await world.start();
  await world.pass(500);
  expect(world.output("out").at(-1)).toBe("k@0=10");
  return { world, ten };
}

const upTo = (count: number): string[] => Array.from({ length: count }, (_, i) => `k@0=${i + 1}`);

const faults: Record<string, Fault> = {
  "the answer of a commit that took place is lost": { point: "commit-unknown", outcome: "committed" },
  "the answer of a commit that did not take place is lost": { point: "commit-unknown", outcome: "aborted" },
  "the broker ends the transaction as its offsets join": { point: "broker-timeout-transaction" },
  "the broker ends the transaction as its records are sent": {
    point: "broker-timeout-transaction",
    step: "send",
  },
  "the broker ends the transaction as it is committed": {
    point: "broker-timeout-transaction",
    step: "commit",
  },
};

describe("exactly-once", () => {
  it.each(Object.entries(faults))("%s: nothing is lost and nothing counts twice", async (_, fault) => {
    const { world, ten } = await countedWorld();
    world.log.inject(fault);
    ten(0);
    await world.pass(3000);
    expect(world.output("out")).toEqual(upTo(20));
    ten(0);
    await world.pass(1000);
    expect(world.output("out")).toEqual(upTo(30));
    expect(world.committed("in-0")).toBe(30n);
    expect(world.log.openTransactions()).toEqual([]);
    expect(world.app.lifecycle).toBe("running");
  });

  it("a process that ends within a commit leaves nothing of it, and the next does it once", async () => {
    const { world, ten } = await countedWorld();
    world.log.inject({ point: "crash-before-commit", onCrash: () => world.crash() });
    ten(0);
    await world.pass(1000);
    expect(world.output("out")).toEqual(upTo(10));
    expect(world.committed("in-0")).toBe(10n);
    await world.start();
    await world.pass(1000);
    expect(world.output("out")).toEqual(upTo(20));
    expect(world.log.openTransactions()).toEqual([]);
  });

  it("a rolled-back epoch takes its watermark, counts and late drops back with it", async () => {
    const { world } = await countedWorld();
    world.append("in", 0, [{ key: "k", value: "v", ts: 5000 }]);
    await world.pass(300);
    world.log.inject({ point: "commit-unknown", outcome: "aborted" });
    world.append("in", 0, [
      { key: "k", value: "late", ts: 100 },
      { key: "k", value: "v", ts: 9000 },
    ]);
    await world.pass(3000);
    const { status, watermarks } = world.app.snapshot();
    expect(status.counters.rolledBackEpochs).toBe(1);
    expect(status.counters.lateDropped).toBe(1);
    expect(status.counters.dropped.late).toBe(1);
    expect(watermarks.globalWatermarkMs).toBe(startMs + 9000);
    expect(world.output("out").slice(-2)).toEqual(["k@5000=1", "k@9000=1"]);
  });
});

describe("at-least-once", () => {
  it("a crash may count twice but loses nothing", async () => {
    const { world, ten } = await countedWorld({ "processing.guarantee": "at-least-once" });
    ten(0);
    await world.pass(105);
    world.crash();
    await world.start();
    await world.pass(1000);
    expect(world.committed("in-0")).toBe(20n);
    expect(Number(world.output("out").at(-1)?.split("=")[1])).toBeGreaterThanOrEqual(20);
  });
});

describe("at-least-once, within a commit", () => {
  it("a crash that follows the close of a window takes nothing of its count away", async () => {
    const { world } = await countedWorld({ "processing.guarantee": "at-least-once" });
    world.append("in", 0, [
      { key: "k", value: "v", ts: 500 },
      { key: "k", value: "v", ts: 5000 },
    ]);
    world.log.inject({ point: "crash-before-commit", onCrash: () => world.crash() });
    await world.pass(500);
    await world.start();
    await world.pass(1000);
    expect(world.committed("in-0")).toBe(12n);
    const counts = world.output("out").filter((row) => row.startsWith("k@0="));
    expect(Number(counts.at(-1)?.split("=")[1])).toBeGreaterThanOrEqual(11);
  });
});

describe("a second instance", () => {
  it("that takes the partitions over leaves the first as a standby, and every record comes out once", async () => {
    const { world, ten } = await countedWorld();
    const first = world.app;
    ten(0);
    const second = await world.start({ takesOver: true });
    ten(0);
    await world.pass(3000);
    expect(first.lifecycle).toBe("starting");
    expect(first.snapshot().watermarks.partitions).toEqual([]);
    expect(second.lifecycle).toBe("running");
    expect(world.output("out")).toEqual(upTo(30));
    expect(world.committed("in-0")).toBe(30n);
  });

  it("that initialises the same transactional.id fences the first, which ends failed and commits no more", async () => {
    const { world, ten } = await countedWorld();
    await world.log.client().producer({ transactionalId: "app-stoatflow" }).init();
    ten(0);
    await world.pass(1000);
    expect(world.app.lifecycle).toBe("failed");
    expect((await world.app.ended)?.code).toBe("fenced");
    expect(world.output("out")).toEqual(upTo(10));
    expect(world.committed("in-0")).toBe(10n);
  });
});
