import { describe, expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";
import { StreamsBuilder } from "../topology/builder.ts";

const ana = { actor: "ana", reason: "maintenance" };
const records = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ key: `k${from + i}`, value: `${from + i}`, ts: from + i }));

function world(settings = {}) {
  return new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: passThrough(), settings });
}

describe("a pause", () => {
  it("commits what was dispatched, dispatches nothing more and leaves no transaction open", async () => {
    const here = world();
    here.append("in", 0, records(10));
    await here.start();
    await here.pass(300);
    expect(here.app.pause(ana)).toMatchObject({ result: "pausing", generation: 1 });
    await here.pass(50);
    here.append("in", 0, records(10, 10));
    await here.pass(2000);
    const { status, watermarks } = here.app.snapshot();
    expect(status.lifecycle).toMatchObject({ kind: "paused" });
    expect(status.pauseReasons).toMatchObject([{ actor: "ana", reason: "maintenance", expiresAtMs: null }]);
    expect(watermarks.partitions[0]).toMatchObject({
      state: "paused",
      position: "10",
      committed: "10",
      lag: "10",
    });
    expect(watermarks.partitions[0]?.bufferedRecords).toBe(10);
    expect(here.output("out")).toHaveLength(10);
    expect(here.log.openTransactions()).toEqual([]);
  });

  it("commits nothing while it lasts, though the log brings markers that move the position", async () => {
    const here = world();
    here.append("in", 0, records(3));
    await here.start();
    await here.pass(300);
    here.app.pause(ana);
    await here.pass(100);
    here.log.appendTransaction(
      "in",
      0,
      records(2).map((record) => here.record(record)),
      "aborted",
    );
    await here.pass(2000);
    expect(here.app.snapshot().status.lifecycle.kind).toBe("paused");
    expect(here.app.snapshot().watermarks.partitions[0]?.position).toBe("6");
    expect(here.committed("in-0")).toBe(3n);
    here.app.resume(ana);
    await here.pass(300);
    expect(here.committed("in-0")).toBe(6n);
  });

  it.each(["skip", "dead-letter"] as const)(
    "completes though records that can't be decoded keep coming faster than commits (%s)",
    async (policy) => {
      const builder = new StreamsBuilder();
      builder.stream("in", { key: Serdes.string(), value: Serdes.json<unknown>() }).to("out");
      const here = new EmbeddedWorld({
        topics: { in: 1, out: 1 },
        topology: builder.build(),
        settings: { "processing.undecodable": policy },
      });
      await here.start();
      here.append("in", 0, [{ key: "k", value: "1", ts: 0 }]);
      here.log.inject({ point: "commit-delay", ms: 50, times: 10_000 });
      const bring = async (bad: number): Promise<void> => {
        for (let i = 0; i < bad; i += 1) {
          here.append("in", 0, [{ key: "k", value: "{", ts: 0 }]);
          await here.clock.advance(10);
        }
      };
      await bring(30);
      here.app.pause(ana);
      await bring(30);
      expect(here.app.lifecycle).toBe("paused");
      here.app.resume(ana);
      await here.pass(500);
      expect(here.committed("in-0")).toBe(61n);
      expect(here.app.snapshot().status.counters.dropped.undecodable).toBe(60);
    },
  );

  it("goes on after a resume with each record once", async () => {
    const here = world();
    await here.start();
    here.app.pause(ana);
    await here.pass(100);
    here.append("in", 0, records(10));
    await here.pass(300);
    here.app.resume(ana);
    await here.pass(300);
    expect(here.app.lifecycle).toBe("running");
    expect(here.output("out").sort()).toEqual(records(10).map(({ key, value }) => `${key}=${value}`));
  });

  it("says which lane it waits for while that lane stands, and completes when it goes on", async () => {
    const here = world({ "processing.lanes": 4 });
    await here.start();
    here.app.parkLane(Buffer.from("k0"), true);
    here.append(
      "in",
      0,
      [0, 1, 2].map((ts) => ({ key: "k0", value: `${ts}`, ts })),
    );
    await here.pass(5);
    const pausedAtMs = here.clock.nowMs();
    here.app.pause(ana);
    await here.pass(505);
    const { lifecycle } = here.app.snapshot().status;
    expect(lifecycle).toMatchObject({
      kind: "pausing",
      sinceMs: pausedAtMs,
      waitingFor: [{ operator: "to(out)", records: 3, oldestAgeMs: 500 }],
    });
    here.app.parkLane(Buffer.from("k0"), false);
    await here.pass(50);
    expect(here.app.lifecycle).toBe("paused");
    expect(here.committed("in-0")).toBe(3n);
  });

  it("names the lane with the oldest work first", async () => {
    const here = world({ "processing.lanes": 4 });
    await here.start();
    const keys = ["k6", "k4", "k2", "k0", "k1", "k3", "k5", "k7"];
    for (const key of keys) here.app.parkLane(Buffer.from(key), true);
    for (const [ts, key] of keys.entries()) {
      here.append("in", 0, [{ key, value: "1", ts }]);
      await here.pass(10);
    }
    here.app.pause(ana);
    await here.pass(10);
    const { lifecycle } = here.app.look().status;
    if (lifecycle.kind !== "pausing") throw new Error(`it is ${lifecycle.kind}`);
    const ages = lifecycle.waitingFor.map(({ oldestAgeMs }) => oldestAgeMs);
    expect(new Set(ages).size).toBeGreaterThan(1);
    expect(ages).toEqual([...ages].sort((a, b) => b - a));
  });

  it("waits for no lane while its last commit is under way", async () => {
    const here = world();
    await here.start();
    here.log.inject({ point: "commit-delay", ms: 2000, times: 1 });
    here.append("in", 0, records(1));
    await here.pass(5);
    here.app.pause(ana);
    await here.pass(1000);
    expect(here.app.look().status.lifecycle).toMatchObject({ kind: "pausing", waitingFor: [] });
    await here.pass(2000);
    expect(here.app.lifecycle).toBe("paused");
  });

  it("is told in the status with who did it last, and a time to live that ran out is too", async () => {
    const here = world();
    await here.start();
    expect(here.app.snapshot().status.lastControl).toBeNull();
    here.app.pause({ ...ana, timeToLiveMs: 1000 });
    expect(here.app.snapshot().status.lastControl).toMatchObject({
      kind: "paused",
      actor: "ana",
      generation: 1,
    });
    await here.pass(1100);
    expect(here.app.snapshot().status).toMatchObject({
      generation: 2,
      lastControl: { kind: "expired", actor: null, generation: 2 },
    });
    expect(here.app.snapshot().status.limits["control.changes"]).toMatchObject({ used: 2 });
  });

  it("of a paused app is told whose pause is on and until when, and its own time to live is not taken", async () => {
    const here = world();
    await here.start();
    const answered = here.app.pause({ ...ana, timeToLiveMs: 60_000 });
    const anas = [{ ...ana, expiresAtMs: expect.any(Number) }];
    expect(answered).toMatchObject({ result: "pausing", pauseReasons: anas });
    const bens = here.app.pause({ actor: "ben", reason: "also", timeToLiveMs: 1000 });
    expect(bens).toMatchObject({ result: "unchanged", generation: 1, pauseReasons: anas });
    await here.pass(2000);
    expect(here.app.snapshot().status.pauseReasons).toMatchObject(anas);
    expect(here.app.resume(ana)).toMatchObject({ result: "resuming", pauseReasons: [] });
  });

  it("can be taken back while it is still pausing", async () => {
    const here = world();
    await here.start();
    here.app.parkLane(Buffer.from("k0"), true);
    here.append("in", 0, records(3));
    await here.pass(50);
    here.app.pause(ana);
    await here.pass(50);
    expect(here.app.resume(ana)).toMatchObject({ result: "resuming", generation: 2 });
    here.app.parkLane(Buffer.from("k0"), false);
    await here.pass(300);
    expect(here.app.lifecycle).toBe("running");
    expect(here.output("out")).toHaveLength(3);
  });

  it("asked for twice changes nothing the second time", async () => {
    const here = world();
    await here.start();
    here.app.pause(ana);
    expect(here.app.pause({ actor: "ben", reason: "also" })).toMatchObject({
      result: "unchanged",
      generation: 1,
    });
    expect(here.app.resume(ana)).toMatchObject({ result: "resuming" });
    await here.pass(10);
    expect(here.app.resume(ana)).toMatchObject({ result: "unchanged", generation: 2 });
  });

  it("with a generation that has passed is refused and says so", async () => {
    const here = world();
    await here.start();
    here.app.pause(ana);
    await here.pass(10);
    here.app.resume(ana);
    await here.pass(10);
    const refused = here.app.pause({ ...ana, expectedGeneration: 0 });
    expect(refused).toMatchObject({ result: "refused", code: "stale-generation" });
    expect(here.app.lifecycle).toBe("running");
  });

  it("with a time to live ends by itself", async () => {
    const here = world();
    await here.start();
    here.app.pause({ ...ana, timeToLiveMs: 5000 });
    await here.pass(4900);
    expect(here.app.lifecycle).toBe("paused");
    await here.pass(200);
    expect(here.app.lifecycle).toBe("running");
  });

  it("does not outlive a restart", async () => {
    const here = world();
    await here.start();
    here.app.pause(ana);
    await here.pass(100);
    here.crash();
    await here.start();
    await here.pass(100);
    expect(here.app.lifecycle).toBe("running");
  });

  it("outlives a recovery of a commit whose answer was lost", async () => {
    const here = world();
    await here.start();
    here.append("in", 0, records(3));
    here.log.inject({ point: "commit-unknown", outcome: "aborted" });
    await here.pass(5);
    here.app.pause(ana);
    await here.pass(1000);
    expect(here.app.lifecycle).toBe("paused");
    here.app.resume(ana);
    await here.pass(300);
    expect(here.output("out")).toHaveLength(3);
  });
});

describe("a stop", () => {
  it("commits what was dispatched", async () => {
    const here = world();
    await here.start();
    here.append("in", 0, records(5));
    await here.pass(5);
    const stopped = here.app.stop();
    await here.pass(100);
    await stopped;
    expect(here.app.lifecycle).toBe("stopped");
    expect(here.committed("in-0")).toBe(5n);
  });

  it("gives a standing lane up after the drain time-out, and the next start does its records", async () => {
    const here = world();
    await here.start();
    here.app.parkLane(Buffer.from("k0"), true);
    here.append("in", 0, records(5));
    await here.pass(50);
    const stopped = here.app.stop({ drainTimeoutMs: 1000 });
    await here.pass(1500);
    await stopped;
    expect(here.output("out")).toEqual([]);
    await here.start();
    await here.pass(500);
    expect(here.output("out")).toHaveLength(5);
  });
});
