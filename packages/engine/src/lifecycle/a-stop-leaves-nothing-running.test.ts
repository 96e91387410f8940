import { pino } from "pino";
import { expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import { createEmbeddedLog } from "../embedded/index.ts";
import { StoatFlowError } from "../errors.ts";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { createTestEngine } from "../testing/test-engine.ts";
import { passThrough } from "../testing/topologies.ts";

const records = [{ key: "k", value: "v", ts: 0 }];

it("a stop within the start: no record is worked and the group is not joined", async () => {
  const here = new EmbeddedWorld({ topics: { in: 1, out: 1 }, topology: passThrough() });
  here.append("in", 0, records);
  const starting = here.start();
  const { app } = here;
  const stopping = app.stop();
  await Promise.all([starting, stopping]);
  await here.pass(1000);
  expect(app.lifecycle).toBe("stopped");
  expect(here.output("out")).toEqual([]);
  expect(here.committed("in-0")).toBeUndefined();
  const next = await here.start();
  await here.pass(1000);
  expect(next.lifecycle).toBe("running");
  expect(here.output("out")).toEqual(["k=v"]);
});

it("a failure leaves the group before it is told, and a stop then ends the status server too", async () => {
  const log = createEmbeddedLog({ clock: systemClock });
  log.createTopic("in", 1);
  log.createTopic("out", 1);
  const client = log.client();
  const engine = createTestEngine({
    applicationId: "app",
    topology: passThrough(),
    log: client,
    env: {},
    logger: pino({ level: "silent" }),
    settings: { "processing.invalid-timestamp": "fail" },
  });
  await engine.start();
  log.append("in", 0, [{ key: null, value: null, timestampMs: -1 }]);
  const failure = await engine.ended;
  expect(failure).toBeInstanceOf(StoatFlowError);
  expect(failure?.code).toBe("invalid-timestamp");
  const url = `${engine.url}/health/live`;
  await expect(fetch(url)).resolves.toBeDefined();
  await engine.stop();
  await expect(fetch(url)).rejects.toThrow();
  expect(engine.lifecycle).toBe("failed");
});
