import { StoatFlowError } from "@stoatflow/engine";
import { expect, test } from "vitest";
import { apps } from "../apps.ts";
import { parseScenario } from "./scenario.ts";

const step = { at: 0, silence: { topic: "orders", partition: 2 } };
const scenario = {
  title: "Partition goes quiet",
  app: "orders",
  happens: "Nobody writes.",
  lookAt: "The partitions.",
  lastsMs: 60_000,
  timeline: [step],
};

function refusal(changed: object | string): string {
  const text = typeof changed === "string" ? changed : JSON.stringify({ ...scenario, ...changed });
  try {
    parseScenario("quiet", text, apps);
  } catch (error) {
    if (error instanceof StoatFlowError) return error.message;
  }
  throw new Error("it was taken");
}

test("a right one is taken, and named by its file", () => {
  expect(parseScenario("quiet", JSON.stringify(scenario), apps)).toMatchObject({
    name: "quiet",
    timeline: [step],
  });
});

test.each([
  ["no JSON at all", "{", "it is no JSON"],
  ["a key that there is not", { titel: "x" }, "titel"],
  ["a length of time that is none", { lastsMs: "long" }, "lastsMs"],
  ["an app that there is not", { app: "stock" }, "orders, payments, sensors"],
  ["no step", { timeline: [] }, "timeline"],
  ["a step that does nothing", { timeline: [{ at: 0 }] }, "timeline.0"],
  [
    "a step that does two things",
    { timeline: [{ ...step, delayCommits: { ms: 5 } }] },
    "exactly one of append",
  ],
  [
    "a partition that there is not",
    { timeline: [{ at: 0, silence: { topic: "orders", partition: 6 } }] },
    "timeline.0.silence.partition",
  ],
  [
    "a topic that the app has not",
    { timeline: [{ at: 0, silence: { topic: "payments", partition: 0 } }] },
    "timeline.0.silence.topic",
  ],
  [
    "a service that the app does not ask",
    { timeline: [{ at: 0, slow: { perRecordMs: 5 } }] },
    "timeline.0.slow",
  ],
  ["a repeated step that is no append", { timeline: [{ ...step, everyMs: 1000 }] }, "timeline.0.everyMs"],
])("%s is refused by its key, and the file is named", (_, changed, named) => {
  expect(refusal(changed)).toContain(named);
  expect(refusal(changed)).toContain("quiet.json");
});
