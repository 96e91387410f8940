import { expect, it } from "vitest";
import { EmbeddedWorld } from "../testing/embedded-world.ts";
import { passThrough } from "../testing/topologies.ts";

it("at-least-once: a pause waits for the offsets and asks once an interval, not without end", async () => {
  const here = new EmbeddedWorld({
    topics: { in: 1, out: 1 },
    topology: passThrough(),
    settings: { "processing.guarantee": "at-least-once" },
  });
  await here.start();
  here.append("in", 0, [{ key: "k", value: "v", ts: 0 }]);
  here.log.inject({ point: "commit-unknown", outcome: "aborted", times: 10 });
  await here.pass(5);
  here.app.pause({ actor: "ana", reason: "maintenance" });
  await here.pass(750);
  expect(here.app.lifecycle).toBe("pausing");
  await here.pass(500);
  expect(here.app.lifecycle).toBe("paused");
  expect(here.committed("in-0")).toBe(1n);
  expect(here.output("out")).toEqual(["k=v"]);
});
