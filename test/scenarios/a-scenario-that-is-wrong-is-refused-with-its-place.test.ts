import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readScenario } from "./read-scenario.ts";
import { runScenario } from "./run-scenario.ts";
import { BadScenario, type Scenario } from "./scenario-file.ts";

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

const file = join(folder, "file.json");

function read(of: object): Scenario {
  writeFileSync(file, JSON.stringify(of));
  return readScenario(file);
}

/** The lines that a file is refused with, without its name. */
function refusal(of: object): string[] {
  try {
    read(of);
  } catch (thrown) {
    if (thrown instanceof BadScenario)
      return thrown.message.split("\n").map((line) => line.replace(file, "").trim());
    throw thrown;
  }
  return [];
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
    ["is misspelt", { strat: {} }, "there is no verb `strat`; is `start` meant?"],
    ["differs in case", { takeover: {} }, "there is no verb `takeover`; is `takeOver` meant?"],
    ["is no verb", { explode: {} }, /^there is no verb `explode`; the verbs are append, .*expect$/],
  ])("with a verb that %s is refused with one line that says which there are", (_, verb, sentence) => {
    const [line = "", ...others] = refusal({ ...least, timeline: [{ at: 0, ...verb }] });
    expect(line.startsWith("at timeline[0]: ")).toBe(true);
    expect(line.replace("at timeline[0]: ", "")).toEqual(
      typeof sentence === "string" ? sentence : expect.stringMatching(sentence),
    );
    expect(others).toEqual([]);
  });

  it.each([
    ["a state", { partitions: { "in-0": { state: "idel" } } }, /expect\.partitions\.in-0\.state:.*"idle"/],
    ["a reason", { heldBackBy: { reason: "waiting" } }, /expect\.heldBackBy\.reason:.*"waiting-for-data"/],
  ])("that expects %s that does not exist is refused with those that do", (_, expected, sentence) => {
    const [line] = refusal({ ...least, timeline: [{ at: 0, expect: expected }] });
    expect(line).toMatch(sentence);
  });

  it.each([
    [{ sources: [{ topic: "inn" }] }, "at sources[0]: no topic inn in `topics`, which has in, out"],
    [{ topology: [{ op: "to", topic: "outt" }] }, /^at topology\[0\]: no topic outt/],
    [
      { timeline: [...least.timeline, { at: 0, truncate: { topic: "inn", partition: 0, toOffset: 0 } }] },
      /^at timeline\[3\]\.truncate: no topic inn/,
    ],
    [
      {
        timeline: [
          { at: 0, every: { everyMs: 1, until: 2, append: { topic: "in", partition: 1, records: [] } } },
        ],
      },
      "at timeline[0].every.append: topic in has no partition 1, for it has 1",
    ],
    [
      { timeline: [{ at: 0, fault: { point: "fetch-delay", topic: "inn", partition: 0, ms: 1 } }] },
      /^at timeline\[0\]\.fault: no topic inn/,
    ],
    [{ timeline: [{ at: 0, addPartitions: { topic: "inn", partitions: 2 } }] }, /^at timeline\[0\]\.addPart/],
  ])("that names a topic or partition which there is not is refused: %j", (change, sentence) => {
    const [line] = refusal({ ...least, ...change });
    expect(line).toEqual(typeof sentence === "string" ? sentence : expect.stringMatching(sentence));
  });

  it("may name a partition that is added on the way", async () => {
    const append = { topic: "in", partition: 1, records: [{ key: "k", value: "w", ts: 0 }] };
    const added = [{ at: 5, addPartitions: { topic: "in", partitions: 2 } }];
    const after = read({ ...least, timeline: [...added, { at: 6, append }, ...least.timeline] });
    expect(await runScenario({ ...after, timeline: after.timeline.slice(0, 2) })).toEqual([]);
    const before = read({ ...least, timeline: [...added, { at: 4, append }, ...least.timeline] });
    await expect(runScenario(before)).rejects.toThrow(/^timeline\[1\]: partition in-1 does not exist/);
  });

  it.each([
    ["no entry", []],
    ["an empty one", [{ at: 1, expect: {} }]],
    ["only empty parts", [{ at: 1, expect: { output: {}, partitions: { "in-0": {} }, warnings: [] } }]],
  ])("that expects nothing is refused: %s", (_, expectations) => {
    const timeline = [...least.timeline.slice(0, 2), ...expectations];
    expect(() => read({ ...least, timeline })).toThrow(
      `${file}: nothing is expected; say with \`expect\` what must be seen`,
    );
  });

  it("expects something where it expects that a list is empty", () => {
    const timeline = [{ at: 0, expect: { dispatched: [] } }];
    expect(read({ ...least, timeline }).timeline).toHaveLength(1);
  });

  it("is read in the order of the times, and of one moment in the order of the file", async () => {
    const records = (value: string) => [{ key: "k", value, ts: 0 }];
    const append = (at: number, value: string) => ({
      at,
      append: { topic: "in", partition: 0, records: records(value) },
    });
    const timeline = [
      { at: 1000, expect: { output: { out: ["k=1", "k=2", "k=3"] } } },
      append(20, "3"),
      append(10, "1"),
      append(10, "2"),
      { at: 0, start: {} },
    ];
    expect(await runScenario(read({ ...least, timeline }))).toEqual([]);
  });

  it("that is not there, is a folder or is no JSON is refused in plain words", () => {
    const broken = join(folder, "broken.json");
    expect(() => readScenario(join(folder, "none.json"))).toThrow(/none\.json: there is no such file$/);
    expect(() => readScenario(folder)).toThrow(`${folder}: this is a folder; name a file in it`);
    writeFileSync(broken, '{\n  "id": "a",\n  "title" "b"\n}');
    expect(() => readScenario(broken)).toThrow(/broken\.json at line 3, column 11: this is no JSON: /);
    writeFileSync(broken, '{\n  "id": "a"');
    expect(() => readScenario(broken)).toThrow(
      /broken\.json at (its end|line 2, column \d+): this is no JSON: /,
    );
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
    await expect(runScenario(read(least), { variant: { lane: "1" } })).rejects.toThrow(
      /--variant lane: there is no such option; the options are guarantee, .*lanes, laneCapacity/,
    );
    await expect(runScenario(read(least), { variant: { lanes: "many" } })).rejects.toThrow(/--variant lanes/);
  });
});

describe("an expectation that is not met is told", () => {
  it.each([
    [{ output: { out: ["k=w"] } }, /output of out: expected .*k=w.*found .*k=v/],
    [{ outputByKey: { out: { k: 2 } } }, /outputs of out by k: expected 2, found 1/],
    [{ outputByKey: { out: { a: 1 } } }, /outputs of out by a: expected 1, found 0; keys are k$/],
    [{ output: { outt: [] } }, /output of outt: the log has no topic outt/],
    [{ outputByKey: { outt: { k: 0 } } }, /outputs of outt by key: the log has no topic outt/],
    [{ outputTotal: { outt: 0 } }, /outputs of outt: the log has no topic outt/],
    [{ committed: { "inn-0": null } }, /committed of inn-0: the log has no topic inn/],
    [{ dispatchedOf: { "inn-0": [] } }, /dispatched of inn-0: the log has no topic inn/],
    [{ dispatchedOf: { "in-1": [] } }, /dispatched of in-1: the topic in has no partition 1, for it has 1/],
    [{ dispatchedOf: { in: [] } }, /dispatched of in: in is no partition; write it as topic-partition/],
    [{ bufferedMax: { "inn-0": 9 } }, /most buffered of inn-0: the log has no topic inn/],
    [{ outputTotal: { out: { atMost: 0 } } }, /outputs of out: expected .*atMost.*found 1/],
    [{ dispatched: [] }, /dispatched: expected 0.*found 1.*in-0@0/],
    [{ dispatchedOf: { "in-0": [1] } }, /dispatched of in-0/],
    [{ committed: { "in-0": 2 } }, /committed of in-0: expected 2, found 1/],
    [{ committed: { "in-1": 0 } }, /committed of in-1: the topic in has no partition 1, for it has 1/],
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

  it("with ten of the keys that there are, where there are many", async () => {
    const many = { topic: "in", partition: 0, count: 12, key: "k{i}", value: "v", ts: 0 };
    const expected = { outputByKey: { out: { k: 1 } } };
    const timeline = [
      { at: 0, append: many },
      { at: 0, start: {} },
      { at: 1000, expect: expected },
    ];
    const [failure] = await runScenario(read({ ...least, timeline }));
    expect(failure?.what).toMatch(/found 0; keys are (k\d, ){10}…$/);
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

describe("an app that does not start", () => {
  it.each([
    ["for it names a topic that is not there", [{ topic: "inn" }], /^the app did not start: .*"inn"/],
    [
      "for its topology is wrong",
      [{ topic: "in" }, { topic: "in" }],
      /^the app did not start: topic in is a source/,
    ],
  ])("%s, is the first line and the last", async (_, sources, sentence) => {
    const later = { at: 2000, expect: { partitions: { "in-0": { state: "idle" } } } };
    const { timeline, ...rest } = read({ ...least, timeline: [...least.timeline, later] });
    const [{ watermark }] = rest.sources as [Scenario["sources"][number]];
    const wrong = { ...rest, timeline, sources: sources.map(({ topic }) => ({ topic, watermark })) };
    expect(await runScenario(wrong)).toEqual([{ atMs: 0, what: expect.stringMatching(sentence) }]);
  });
});

describe("a topic that the app makes itself", () => {
  const undecodable = {
    ...least,
    engine: { undecodable: "dead-letter" },
    topology: [{ op: "parseJson" }, { op: "to", topic: "out" }],
  };

  it("may be expected, though the file's topics do not have it", async () => {
    const timeline = [
      ...least.timeline.slice(0, 2),
      { at: 1000, expect: { outputTotal: { "app-dead-letter": 1 } } },
    ];
    expect(await runScenario(read({ ...undecodable, timeline }))).toEqual([]);
  });

  it("is told for missing as long as it is not there", async () => {
    const timeline = [
      { at: 0, expect: { outputTotal: { "app-dead-letter": 0 } } },
      ...least.timeline.slice(0, 2),
    ];
    const [failure] = await runScenario(read({ ...undecodable, timeline }));
    expect(failure?.what).toBe("outputs of app-dead-letter: the log has no topic app-dead-letter");
  });
});
