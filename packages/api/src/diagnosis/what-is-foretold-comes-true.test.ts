import { Serdes, StreamsBuilder, WatermarkStrategy } from "@stoatflow/engine";
import { EmbeddedWorld } from "@stoatflow/engine/testing";
import { describe, expect, it } from "vitest";
import { Trail } from "../collector/trail.ts";
import type { Diagnosis } from "../wire/diagnosis.ts";
import { diagnosisOf } from "./diagnosis-of.ts";

const strings = { key: Serdes.string(), value: Serdes.string() };
const idlenessMs = 60_000;

/** An engine that works `perRecordMs` on each record, watched tick by tick as a collector does. */
async function watched(partitions = 2, perRecordMs = 0) {
  const builder = new StreamsBuilder();
  const watermark = WatermarkStrategy.boundedOutOfOrderness<string, string>(0).withIdleness(idlenessMs);
  const stream = builder.stream("in", { ...strings, watermark });
  const worked =
    perRecordMs === 0
      ? stream
      : stream.mapValuesAsync(
          (value) => new Promise<string>((resolve) => world.clock.after(perRecordMs, () => resolve(value))),
        );
  worked.to("out", strings);
  const world: EmbeddedWorld = new EmbeddedWorld({
    topics: { in: partitions, out: 1 },
    topology: builder.build(),
    settings: { "processing.lanes": 1, "processing.lane-capacity": 16 },
  });
  const trail = new Trail();
  return {
    world,
    async pass(ms: number): Promise<void> {
      for (let passedMs = 0; passedMs < ms; passedMs += 500) {
        await world.pass(Math.min(500, ms - passedMs));
        trail.push({ snapshot: world.app.look(), receivedAtMs: world.clock.nowMs() });
      }
    },
    diagnosed(): Diagnosis {
      const nowMs = world.clock.nowMs();
      const connection = { kind: "live", sinceMs: world.startMs } as const;
      return diagnosisOf({ appId: "app", connection, trace: trail.trace(), nowMs });
    },
  };
}

const at = (ts: number) => ({ key: "k", value: "v", ts });

describe("of a running engine", () => {
  it("a quiet partition is idle when it was said, and the watermark is then what it would be without it", async () => {
    const of = await watched();
    of.world.append("in", 0, [at(1000)]);
    of.world.append("in", 1, [at(253_000)]);
    await of.world.start();
    await of.pass(10_000);
    const { state, holder, counterfactuals } = of.diagnosed();
    expect(state.kind).toBe("not-moving");
    expect(holder).toMatchObject({ partition: 0, reason: "caught-up" });
    expect(counterfactuals[0]).toMatchObject({ partition: 0, gainMs: 252_000, thenHeldBy: { partition: 1 } });
    const when = holder?.release.when;
    if (when?.kind !== "at-the-latest") throw new Error(`it is said to be ${when?.kind}`);
    // The other one would be idle as well.
    of.world.append("in", 1, [at(253_000)]);
    await of.pass(when.atMs - of.world.clock.nowMs() - 500);
    expect(of.diagnosed().holder).toMatchObject({ partition: 0 });
    await of.pass(1000);
    expect(of.diagnosed()).toMatchObject({
      state: { kind: "moving" },
      globalWatermarkMs: counterfactuals[0]?.watermarkMs,
      holder: { partition: 1, since: { kind: "exactly" } },
    });
  });

  it("a pause ends when it was said", async () => {
    const of = await watched();
    of.world.append("in", 0, [at(1000)]);
    await of.world.start();
    await of.pass(2000);
    of.world.app.pause({ actor: "ana", reason: "deploy", timeToLiveMs: 30_000 });
    await of.pass(5000);
    const { state, holder } = of.diagnosed();
    expect(state).toMatchObject({ kind: "paused", drained: true });
    expect(holder?.evidence).toMatchObject({ reason: "paused", pauseReasons: [{ actor: "ana" }] });
    const when = holder?.release.when;
    if (when?.kind !== "at-the-latest") throw new Error(`it is said to be ${when?.kind}`);
    await of.pass(when.atMs - of.world.clock.nowMs() - 100);
    expect(of.diagnosed().state.kind).toBe("paused");
    await of.pass(1000);
    expect(of.diagnosed().state.kind).not.toBe("paused");
  });

  it("a backlog is done when it was reckoned, and a replay's event time is told in its own pace", async () => {
    const of = await watched(1, 20);
    // A record an hour, worked at 50 a second.
    const records = Array.from({ length: 6000 }, (_, i) => at((i - 6000) * 3_600_000));
    of.world.append("in", 0, records);
    await of.world.start();
    await of.pass(60_000);
    const { state, rates } = of.diagnosed();
    expect(state.kind).toBe("moving");
    expect(rates.eventTime).toMatchObject({ kind: "measured" });
    const perSecond = rates.eventTime.kind === "measured" ? rates.eventTime.perSecond : 0;
    expect(perSecond / 180_000).toBeCloseTo(1, 1);
    const { lagCatchUp } = rates;
    if (lagCatchUp.kind !== "estimated") throw new Error(`it is said to be ${lagCatchUp.kind}`);
    await of.pass(lagCatchUp.inMs * 0.9);
    expect(of.diagnosed().rates.lagCatchUp.kind).toBe("estimated");
    await of.pass(lagCatchUp.inMs * 0.2);
    expect(of.diagnosed().rates.lagCatchUp).toEqual({ kind: "caught-up" });
  });

  it("a lane that stands still is named with its operator", async () => {
    const of = await watched(1, 20);
    of.world.append(
      "in",
      0,
      Array.from({ length: 100 }, (_, i) => at(i)),
    );
    await of.world.start();
    await of.pass(500);
    of.world.app.parkLane(Buffer.from("k"), true);
    await of.pass(10_000);
    const { holder } = of.diagnosed();
    expect(holder).toMatchObject({ reason: "lane-full", release: { by: ["lane"] } });
    expect(holder?.evidence).toMatchObject({
      lanes: [{ lane: 0, state: "parked", operator: expect.stringContaining("mapValuesAsync") }],
    });
  });
});
