import { expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import { WatermarkStrategy } from "./strategy.ts";

const idlenessMs = 1000;
const strings = { key: Serdes.string(), value: Serdes.string() };

/** `in-0` has a backlog, each record of which takes 10 ms on its lane; `in-1` has one old record and no more. */
async function world(laneCapacity: number): Promise<EmbeddedWorld> {
  const builder = new StreamsBuilder();
  const watermark = WatermarkStrategy.boundedOutOfOrderness<string, string>(0).withIdleness(idlenessMs);
  builder
    .stream("in", { ...strings, watermark })
    .mapValuesAsync((value) => new Promise<string>((resolve) => made.clock.after(10, () => resolve(value))))
    .to("out", strings);
  const made: EmbeddedWorld = new EmbeddedWorld({
    topics: { in: 2, out: 1 },
    topology: builder.build(),
    settings: { "processing.lanes": 1, "processing.lane-capacity": laneCapacity },
  });
  made.append("in", 1, [{ key: "k", value: "old", ts: 0 }]);
  const backlog = Array.from({ length: 2000 }, (_, i) => ({ key: "k", value: `${i}`, ts: i + 1 }));
  made.append("in", 0, backlog);
  await made.start();
  return made;
}

const quiet = (of: EmbeddedWorld) => of.app.look().watermarks.partitions[1];

it.each([1, 16])(
  "a full lane that keeps taking work, with a capacity of %i, stops no idleness clock",
  async (capacity) => {
    const of = await world(capacity);
    await of.pass(800);
    expect(quiet(of)).toMatchObject({ state: "caught-up", idleSinceMs: null });
    await of.pass(1000);
    expect(quiet(of)).toMatchObject({ state: "idle" });
    expect(of.app.look().watermarks.globalWatermarkMs).toBeGreaterThan(of.startMs);
  },
);

it("commits that are not slow stop it no more than records do, and slow ones do", async () => {
  const of = await world(16);
  of.log.inject({ point: "commit-delay", ms: 300, times: 100 });
  await of.pass(1900);
  expect(quiet(of)).toMatchObject({ state: "idle" });
  const other = await world(16);
  other.log.inject({ point: "commit-delay", ms: 900, times: 100 });
  await other.pass(3000);
  expect(quiet(other)).toMatchObject({ state: "caught-up" });
});

it("a lane that takes nothing stops it", async () => {
  const of = await world(1);
  await of.pass(100);
  of.app.parkLane(Buffer.from("k"), true);
  await of.pass(5000);
  expect(quiet(of)).toMatchObject({ state: "caught-up", idleSinceMs: null });
});
