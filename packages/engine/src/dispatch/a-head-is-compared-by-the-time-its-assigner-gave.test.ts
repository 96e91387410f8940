/** The article, "Offset order, end to end": a head that was compared is the record that leaves, whatever stamps it. */
import { expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import { WatermarkStrategy } from "../watermark/strategy.ts";

it("the log's timestamps say nothing where an assigner gives the event time", async () => {
  const seen: string[] = [];
  const builder = new StreamsBuilder();
  builder
    .stream("in", {
      key: Serdes.string(),
      value: Serdes.string(),
      watermark: WatermarkStrategy.monotonousTimestamps<string, string>().withTimestampAssigner(
        (_key, value) => Number(value),
      ),
    })
    .to("out");
  const world = new EmbeddedWorld({
    topics: { in: 2, out: 1 },
    topology: builder.build(),
    internals: { dispatched: ({ partition, offset }) => void seen.push(`${partition}@${offset}`) },
  });
  // By the log's own time partition 1 would go first as a whole, and within each the last record.
  world.append("in", 0, [
    { key: "a", value: "1000", ts: 90 },
    { key: "a", value: "4000", ts: 80 },
    { key: "a", value: "2000", ts: 70 },
  ]);
  world.append("in", 1, [
    { key: "b", value: "3000", ts: 30 },
    { key: "b", value: "3500", ts: 20 },
    { key: "b", value: "5000", ts: 10 },
  ]);

  await world.start();
  await world.pass(1000);

  expect(seen).toEqual(["0@0", "1@0", "1@1", "0@1", "0@2", "1@2"]);
  expect([...world.output("out")].sort()).toEqual([
    "a=1000",
    "a=2000",
    "a=4000",
    "b=3000",
    "b=3500",
    "b=5000",
  ]);
  expect(world.app.snapshot().watermarks.globalWatermarkMs).toBe(4000);
});
