import { describe, expect, it } from "vitest";
import { createEmbeddedLog } from "../embedded/index.ts";
import { prepareTopics } from "../lifecycle/topics.ts";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { StreamsBuilder } from "../topology/builder.ts";
import { TimeWindows } from "./window/time-windows.ts";

/** A count by windows of 10 s, every 5 s, without grace. */
async function lateWorld() {
  const builder = new StreamsBuilder();
  builder
    .stream("in", { key: Serdes.string(), value: Serdes.string() })
    .groupByKey()
    .windowedBy(TimeWindows.ofSizeWithNoGrace(10_000).advanceBy(5000))
    .sideOutputLateData("late")
    .count({ name: "counts" });
  const here = new EmbeddedWorld({ topics: { in: 2, late: 3 }, topology: builder.build() });
  await here.start();
  for (const partition of [0, 1]) here.append("in", partition, [{ key: "now", value: "v", ts: 60_000 }]);
  await here.pass(1000);
  return here;
}

function written(here: EmbeddedWorld) {
  return here.log.readCommitted("late").map(({ key, value, timestampMs, headers }) => ({
    row: `${key}=${value}@${timestampMs - here.startMs}`,
    headers: Object.fromEntries(headers.map(([name, of]) => [name, String(of)])),
  }));
}

describe("a late drop", () => {
  it("goes out as the record was read, once for each window that it missed, with what it was late for", async () => {
    const here = await lateWorld();
    const late = here.record({ key: "k", value: "v", ts: 52_000 });
    here.log.append("in", 1, [{ ...late, headers: [["mark", Buffer.from("m")]] }]);
    await here.pass(1000);
    const { startMs } = here;
    const [first, ...more] = written(here);
    expect(first).toEqual({
      row: "k=v@52000",
      headers: {
        mark: "m",
        "stoatflow.app": "app",
        "stoatflow.origin.topic": "in",
        "stoatflow.origin.partition": "1",
        "stoatflow.origin.offset": "1",
        "stoatflow.origin.timestamp-ms": `${startMs + 52_000}`,
        "stoatflow.event-time-ms": `${startMs + 52_000}`,
        "stoatflow.late.watermark-ms": `${startMs + 60_000}`,
        "stoatflow.late.lateness-ms": "8000",
        "stoatflow.late.operator": "counts",
        "stoatflow.late.window-start-ms": `${startMs + 45_000 - (startMs % 5000)}`,
        "stoatflow.late.window-end-ms": `${startMs + 55_000 - (startMs % 5000)}`,
      },
    });
    const { lateDropped } = here.app.snapshot().status.counters;
    expect(1 + more.length).toBe(lateDropped);
  });

  it("of an epoch that is done again, or of a process that dies in its commit, is there once", async () => {
    const here = await lateWorld();
    here.log.inject({ point: "commit-unknown", outcome: "aborted", times: 2 });
    here.append("in", 0, [{ key: "a", value: "v", ts: 30_000 }]);
    await here.pass(5000);
    expect(here.app.snapshot().status.counters.rolledBackEpochs).toBeGreaterThan(0);
    here.log.inject({ point: "commit-delay", ms: 200 });
    here.append("in", 1, [{ key: "b", value: "v", ts: 30_000 }]);
    await here.pass(150);
    here.crash();
    await here.start();
    await here.pass(2000);
    const rows = written(here).map(({ row }) => row);
    expect(rows.filter((row) => row.startsWith("a"))).toHaveLength(2);
    expect(rows.filter((row) => row.startsWith("b"))).toHaveLength(2);
  });
});

it("the topic of late drops is one that the app writes, so it must be there at the start", async () => {
  const builder = new StreamsBuilder();
  const windows = TimeWindows.ofSizeWithNoGrace(1000);
  const stream = builder.stream("in", { key: Serdes.string(), value: Serdes.string() });
  stream.groupByKey().windowedBy(windows).sideOutputLateData("late").count({ name: "counts" });
  stream.to("out");
  const topology = builder.build();
  expect(topology.outputs).toEqual(["late", "out"]);
  const { admin } = createEmbeddedLog({ clock: new ManualClock() }).client();
  await admin.createTopics(["in", "out"].map((topic) => ({ topic, partitions: 1 })));
  const options = { topology, applicationId: "app", changelogPartitions: 1, deadLetters: undefined };
  await expect(prepareTopics(admin, options)).rejects.toMatchObject({
    code: "unknown-topic",
    message: expect.stringContaining('"late"'),
    remedy: expect.stringContaining("sideOutputLateData(…)"),
  });
});
