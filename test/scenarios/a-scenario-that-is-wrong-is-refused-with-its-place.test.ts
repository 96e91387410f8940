import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runScenario } from "./run-scenario.ts";
import { readScenario, type Scenario } from "./scenario-file.ts";

const folder = mkdtempSync(join(tmpdir(), "scenario-"));
afterAll(() => rmSync(folder, { recursive: true }));

const least = {
  id: "least",
  title: "A record goes through",
  topics: { in: { partitions: 1 }, out: { partitions: 1 } },
  sources: [{ topic: "in" }],
  topology: [{ op: "to", topic: "out" }],
  timeline: [
    { at: 0, append: { topic: "in", partition: 0, records: [{ key: "k", value: "v", ts: 0 }] } },
    { at: 0, start: {} },
    { at: 1000, expect: { output: { out: ["k=v"] } } },
  ] as object[],
};

function read(of: object): Scenario {
  const path = join(folder, "file.json");
  writeFileSync(path, JSON.stringify(of));
  return readScenario(path);
}

/** What an expectation at one second is told. */
async function told(expected: object): Promise<string[]> {
  const timeline = [...least.timeline.slice(0, 2), { at: 1000, expect: expected }];
  return (await runScenario(read({ ...least, timeline }))).map(({ what }) => what);
}

describe("a scenario file", () => {
  it("that is right is run", async () => {
    expect(await runScenario(read(least))).toEqual([]);
  });

  it.each([
    ["a verb", { timeline: [{ at: 0, explode: {} }] }, /file\.json at timeline\[0\].*explode/],
    ["two verbs at once", { timeline: [{ at: 0, start: {}, stop: {} }] }, /timeline\[0\].*exactly one verb/],
    [
      "a field of a verb",
      { timeline: [{ at: 0, truncate: { topic: "in", partition: 0, toOffset: 1, by: 2 } }] },
      /timeline\[0\]\.truncate.*by/,
    ],
    [
      "a field of a record",
      {
        timeline: [
          { at: 0, append: { topic: "in", partition: 0, records: [{ key: "k", value: "v", ts: 0, x: 1 }] } },
        ],
      },
      /timeline\[0\]\.append\.records\[0\].*x/,
    ],
    ["an expectation", { timeline: [{ at: 0, expect: { outputs: {} } }] }, /timeline\[0\]\.expect.*outputs/],
    ["an operator", { topology: [{ op: "teleport" }] }, /topology\[0\]/],
    ["a function", { topology: [{ op: "mapValues", value: { fn: "guess" } }] }, /topology\[0\]\.value\.fn/],
    ["an option", { engine: { speed: 11 } }, /engine.*speed/],
    [
      "a fault",
      { timeline: [{ at: 0, fault: { point: "earthquake", times: 1 } }] },
      /timeline\[0\]\.fault\.point/,
    ],
  ])("with %s that is unknown is refused, with its place", (_, change, place) => {
    expect(() => read({ ...least, ...change })).toThrow(place);
  });

  it.each([
    [
      "a metric",
      { "stoatflow.happiness": 1 },
      /timeline\[2\]: the engine has no metric stoatflow\.happiness/,
    ],
    ["a label", { 'stoatflow.records.dropped.total{mood="bad"}': 0 }, /timeline\[2\].*no label mood/],
  ])("that asks for %s that does not exist is refused", async (_, metrics, place) => {
    await expect(told({ metrics })).rejects.toThrow(place);
  });

  it("that suppresses what has no windows is refused", async () => {
    const topology = [{ op: "suppress", until: "windowClose" }];
    await expect(runScenario(read({ ...least, topology }))).rejects.toThrow(/topology\[0\]: suppress can't/);
  });

  it("takes options of the engine from the command, and no others", async () => {
    expect(await runScenario(read(least), { variant: { lanes: "1", undecodable: "skip" } })).toEqual([]);
    await expect(runScenario(read(least), { variant: { lane: "1" } })).rejects.toThrow(/--variant.*lane/);
    await expect(runScenario(read(least), { variant: { lanes: "many" } })).rejects.toThrow(/--variant lanes/);
  });
});

describe("an expectation that is not met is told", () => {
  it.each([
    [{ output: { out: ["k=w"] } }, /output of out: expected .*k=w.*found .*k=v/],
    [{ outputByKey: { out: { k: 2 } } }, /outputs of out by k: expected 2, found 1/],
    [{ outputTotal: { out: { atMost: 0 } } }, /outputs of out: expected .*atMost.*found 1/],
    [{ dispatched: [] }, /dispatched: expected 0.*found 1.*in-0@0/],
    [{ dispatchedOf: { "in-0": [1] } }, /dispatched of in-0/],
    [{ committed: { "in-0": 2 } }, /committed of in-0: expected 2, found 1/],
    [{ committed: { "in-1": 0 } }, /committed of in-1: expected 0, found null/],
    [{ global: { atLeast: 1 } }, /global: expected .*found 0/],
    [{ global: null }, /global: expected null, found 0/],
    [{ lifecycle: "paused" }, /lifecycle: expected paused, found running/],
    [{ previousLifecycle: "failed" }, /previousLifecycle: expected failed/],
    [{ partitions: { "in-0": { state: "idle" } } }, /in-0 state: expected idle, found caught-up/],
    [
      { partitions: { "in-0": { watermark: 1, held: true, headOffset: 3 } } },
      /in-0 watermark: expected 1, found 0/,
    ],
    [{ partitions: { "in-7": { state: "idle" } } }, /in-7: expected a partition that the app has/],
    [{ heldBackBy: { partition: 1 } }, /heldBackBy partition: expected 1, found 0/],
    [{ bufferedMax: { "in-0": 0 } }, /most buffered of in-0/],
    [{ lateDrops: 1 }, /lateDrops: expected 1, found 0/],
    [{ lateDropRecords: [{ offset: 0 }] }, /lateDropRecords: expected 1, found 0/],
    [{ dropped: { late: 1 } }, /dropped by late: expected 1, found 0/],
    [{ metrics: { "stoatflow.records.polled.total": { atLeast: 2 } } }, /polled\.total: expected .*found 1/],
    [{ warnings: [["ahead"]] }, /a warning with ahead/],
    [{ openTransactions: 1 }, /openTransactions: expected 1, found 0/],
  ])("%j", async (expected, sentence) => {
    expect((await told(expected)).join("\n")).toMatch(sentence);
  });

  it("where a warning is there that must not be", async () => {
    const timeline = [
      {
        at: 0,
        append: { topic: "in", partition: 0, records: [{ key: "k", value: "v", ts: -1790000000001 }] },
      },
      { at: 0, start: {} },
      { at: 1000, expect: { lifecycle: "failed", noWarnings: ["timestamp"] } },
    ];
    const [failure, ...others] = await runScenario(read({ ...least, timeline }));
    expect(failure?.what).toMatch(/a warning with timestamp: expected none, found/);
    expect(others).toEqual([]);
  });
});
