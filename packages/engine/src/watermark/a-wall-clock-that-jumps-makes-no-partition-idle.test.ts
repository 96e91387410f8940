import { expect, it } from "vitest";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { windowedCount } from "../testing/topologies.ts";

it("idleness is measured by time that was served, not by what the wall shows", async () => {
  const here = new EmbeddedWorld({
    topics: { in: 2, out: 1 },
    topology: windowedCount({ startMs: 0, idlenessMs: 60_000 }),
  });
  await here.start();
  for (const partition of [0, 1]) here.append("in", partition, [{ key: "k", value: "v", ts: 0 }]);
  await here.pass(300);
  const states = () => here.app.snapshot().watermarks.partitions.map(({ state }) => state);
  const wallMs = here.clock.nowMs.bind(here.clock);
  here.clock.nowMs = () => wallMs() + 3_600_000;
  await here.pass(1000);
  expect(states()).toEqual(["caught-up", "caught-up"]);
  await here.pass(60_000);
  expect(states()).toEqual(["idle", "idle"]);
});
