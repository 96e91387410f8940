import { expect, it } from "vitest";
import { Serdes } from "../record/serde.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { StreamsBuilder } from "../topology/builder.ts";

it("a record that can't be decoded, polled within a commit, belongs to the epoch behind it", async () => {
  const builder = new StreamsBuilder();
  builder.stream("in", { key: Serdes.string(), value: Serdes.json<unknown>() }).to("out");
  const here = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: builder.build(),
    settings: { "processing.undecodable": "skip" },
  });
  await here.start();
  here.append("in", 0, [{ key: "a", value: "1", ts: 0 }]);
  here.log.inject({ point: "commit-delay", ms: 500 });
  await here.pass(200);
  here.append("in", 0, [
    { key: "b", value: "{", ts: 1 },
    { key: "c", value: "1", ts: 1 },
  ]);
  await here.pass(300);
  here.log.inject({ point: "commit-delay", ms: 500 });
  await here.pass(520);
  expect(here.app.snapshot().status.counters.committedEpochs).toBe(1);
  expect(here.app.snapshot().status.counters.dropped.undecodable).toBe(0);
  here.log.inject({ point: "commit-unknown", outcome: "aborted" });
  await here.pass(3000);
  const { counters } = here.app.snapshot().status;
  expect(counters.rolledBackEpochs).toBe(1);
  expect(counters.dropped.undecodable).toBe(1);
  expect(here.output("out")).toEqual(["a=1", "c=1"]);
});
