import type { ProducerRecord } from "@stoatflow/engine";
import { createEmbeddedLog } from "@stoatflow/engine/embedded";
import { ManualClock } from "@stoatflow/engine/testing";
import { expect, test } from "vitest";
import { DisturbedLog } from "./disturbed-log.ts";
import { DisturbedSource } from "./disturbed-source.ts";
import { Hindrance } from "./hindrance.ts";
import type { Scenario } from "./scenario.ts";
import { Simulator } from "./simulator.ts";

const place = { topic: "orders", partition: 0 };
const ana = { actor: "ana" };

function scenario(name: string, timeline: Scenario["timeline"]): Scenario {
  return { name, title: name, app: "orders", happens: "It.", lookAt: "There.", lastsMs: 10_000, timeline };
}

function record(nowMs: number): ProducerRecord {
  return { ...place, timestampMs: nowMs, key: null, value: Buffer.from("ordinary"), headers: [] };
}

function setUp(...scenarios: Scenario[]) {
  const clock = new ManualClock();
  const source = new DisturbedSource({ next: (nowMs) => [record(nowMs)] });
  const hindrance = new Hindrance();
  const simulator = new Simulator({
    scenarios,
    clock,
    source,
    hindrance,
    log: new DisturbedLog(createEmbeddedLog({ clock }).client(), clock),
    onFailure: (error) => {
      throw error;
    },
  });
  const written = () =>
    source
      .next(clock.nowMs())
      .map(({ value, timestampMs }) => [String(value), timestampMs - clock.nowMs()] as const);
  return { clock, simulator, hindrance, written };
}

const wrongClock = scenario("wrong-clock", [{ at: 0, shiftClock: { ...place, byMs: 5000 } }]);

test("a clock that is ahead stamps so until the end, and no longer", () => {
  const { simulator, written } = setUp(wrongClock);
  expect(written()).toEqual([["ordinary", 0]]);
  simulator.begin("wrong-clock", ana);
  expect(written()).toEqual([["ordinary", 5000]]);
  simulator.end("wrong-clock");
  expect(written()).toEqual([["ordinary", 0]]);
});

test("nobody ends it: it ends by itself", async () => {
  const { clock, simulator, written } = setUp(wrongClock);
  const { incident } = simulator.begin("wrong-clock", ana) ?? {};
  expect(incident?.running?.endsAtMs).toBe(clock.nowMs() + 10_000);
  await clock.advance(9_999);
  expect(written()).toEqual([["ordinary", 5000]]);
  await clock.advance(1);
  expect(written()).toEqual([["ordinary", 0]]);
  expect(simulator.list()[0]?.running).toBe(null);
});

test("two that want the same each take back their own", () => {
  const silent = (name: string) => scenario(name, [{ at: 0, silence: place }]);
  const { simulator, written } = setUp(silent("one"), silent("two"));
  simulator.begin("one", ana);
  simulator.begin("two", ana);
  simulator.end("one");
  expect(written()).toEqual([]);
  simulator.end("two");
  expect(written()).toEqual([["ordinary", 0]]);
});

test("records are written at their moment, as often as is said, and to the end alone", async () => {
  const append = { ...place, key: "k{i}", value: { n: "{i}", at: "{at}" }, count: 2, stampedMs: -60_000 };
  const { clock, simulator, written } = setUp(scenario("burst", [{ at: 1000, everyMs: 2000, append }]));
  simulator.begin("burst", ana);
  expect(written()).toHaveLength(1);
  await clock.advance(1000);
  const atIso = new Date(clock.nowMs() - 60_000).toISOString();
  expect(written()).toEqual([
    ["ordinary", 0],
    [`{"n":"0","at":"${atIso}"}`, -60_000],
    [`{"n":"1","at":"${atIso}"}`, -60_000],
  ]);
  await clock.advance(2000);
  expect(written()).toHaveLength(3);
  await clock.advance(1999);
  simulator.end("burst");
  await clock.advance(5000);
  expect(written()).toHaveLength(1);
});

test("what waits while nothing is written is bounded", () => {
  const append = { ...place, key: "k", value: "v", count: 1000, stampedMs: 0 };
  const { simulator, written } = setUp(
    scenario(
      "flood",
      Array.from({ length: 7 }, () => ({ at: 0, append })),
    ),
  );
  simulator.begin("flood", ana);
  expect(written()).toHaveLength(5001);
});

test("a parked key is answered at the end, and the others at once", () => {
  const { simulator, hindrance } = setUp(scenario("stuck", [{ at: 0, parkLane: { key: "a" } }]));
  simulator.begin("stuck", ana);
  const answered: string[] = [];
  for (const key of ["a", "b"]) hindrance.whenFree(key, () => answered.push(key));
  expect(answered).toEqual(["b"]);
  simulator.close();
  expect(answered).toEqual(["b", "a"]);
});
