import { expect, test } from "vitest";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { windowedCount } from "../testing/topologies.ts";

test("each tick says how long it is until the next, which comes then", async () => {
  const world = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: windowedCount({ startMs: 0 }),
    settings: { "processing.refresh-interval-ms": 4000 },
  });
  await world.start();
  await world.pass(4000);
  const first = world.app.snapshot();
  await world.pass(4000);
  const second = world.app.snapshot();
  expect(first.status.tickIntervalMs).toBe(4000);
  expect(second.atMs - first.atMs).toBe(first.status.tickIntervalMs);
});
