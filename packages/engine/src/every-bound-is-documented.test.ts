import { readFileSync } from "node:fs";
import { pino } from "pino";
import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { createEmbeddedLog } from "./embedded/index.ts";
import { createEngine } from "./engine.ts";
import { passThrough } from "./testing/topologies.ts";

const page = readFileSync(new URL("../../../docs/metrics.md", import.meta.url), "utf8");

test("the page has each bound of an app that serves its status, and no other", async () => {
  const bounds = page.split(/^## /m).find((section) => section.startsWith("The bounds"));
  const named = (bounds ?? "").split("\n").flatMap((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? []);
  const log = createEmbeddedLog({ clock: systemClock });
  log.createTopic("in", 1);
  log.createTopic("out", 1);
  const engine = createEngine({
    applicationId: "app",
    topology: passThrough(),
    log: log.client(),
    env: {},
    logger: pino({ level: "silent" }),
  });
  await engine.start();
  await engine.stop();
  expect(named).toEqual(Object.keys(engine.snapshot().status.limits));
});
