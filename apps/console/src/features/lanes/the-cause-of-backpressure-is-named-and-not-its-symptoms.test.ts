import type { AppLane } from "@stoatflow/api";
import type { TopologyNode } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { pauseWords } from "./pause-words.ts";
import { type Pressure, pressureOf } from "./pressure.ts";
import { loopSentence, pressureSentence } from "./pressure-sentence.ts";
import { stageGraph } from "./stage-graph.ts";
import { isWaitedFor } from "./waited-for.ts";

const capacity = 64;

function lanesOf(stage: number, depths: readonly number[]) {
  return depths.map((depth, lane) => ({
    stage,
    lane,
    state: depth === 0 ? ("idle" as const) : ("busy" as const),
    depth,
    capacity,
    oldestAgeMs: depth === 0 ? null : depth * 10 + lane,
    operator: `operator-${stage}`,
    inWorkMs: depth === 0 ? null : 20,
    busyRatio: 0.5,
    processed: 1,
  }));
}

/** A topology by its edges between stages, an operator a stage. */
function topology(edges: readonly (readonly [number, number])[]): TopologyNode[] {
  const stages = [...new Set([0, ...edges.flat()])];
  return stages.map((stage) => ({
    id: `operator-${stage}`,
    kind: stage === 0 ? "source" : "map",
    stage,
    from: edges.filter(([, to]) => to === stage).map(([from]) => `operator-${from}`),
    topic: null,
    store: null,
  }));
}

const chain = topology([
  [0, 1],
  [1, 2],
  [2, 3],
]);
/** Stage 1 feeds two, which both feed the last. */
const diamond = topology([
  [0, 1],
  [1, 2],
  [1, 3],
  [2, 4],
  [3, 4],
]);
const fork = topology([
  [0, 1],
  [1, 2],
  [1, 3],
]);

function kinds(nodes: TopologyNode[] | undefined, depths: readonly (readonly [number, readonly number[]])[]) {
  const lanes = depths.flatMap(([stage, each]) => lanesOf(stage, each));
  const stages = stageGraph(
    nodes,
    depths.map(([stage]) => stage),
  );
  return pressureOf(stages, lanes).map(({ pressure }) => wordOf(pressure));
}

function wordOf(pressure: Pressure): string {
  return pressure.kind === "waits" ? `waits for ${pressure.for.join(" and ")}` : pressure.kind;
}

test("the last full stage of a chain is the cause, and all before it wait for that one and not for each other", () => {
  const depths = [
    [1, [64, 64]],
    [2, [64, 3]],
    [3, [64, 64]],
  ] as const;
  expect(kinds(chain, depths)).toEqual(["waits for 3", "waits for 3", "waits for 3", "cause"]);
});

test("a full stage behind which all have room is the cause, whatever is full further on", () => {
  const depths = [
    [1, [64, 64]],
    [2, [3, 3]],
    [3, [64, 64]],
  ] as const;
  expect(kinds(chain, depths)).toEqual(["waits for 1", "cause", "flows", "cause"]);
});

test("in a diamond the branch that is full waits for what both feed, and the one with room flows", () => {
  const depths = [
    [1, [64]],
    [2, [64]],
    [3, [1]],
    [4, [64]],
  ] as const;
  expect(kinds(diamond, depths)).toEqual(["waits for 4", "waits for 4", "waits for 4", "flows", "cause"]);
});

test("a fork waits for each of its full branches", () => {
  const depths = [
    [1, [64]],
    [2, [64]],
    [3, [64]],
  ] as const;
  expect(kinds(fork, depths)).toEqual(["waits for 2 and 3", "waits for 2 and 3", "cause", "cause"]);
});

test("a full stage of another branch is nobody's cause here", () => {
  const branches = topology([
    [0, 1],
    [0, 2],
    [1, 3],
  ]);
  expect(
    kinds(branches, [
      [1, [64]],
      [2, [64]],
      [3, [1]],
    ]),
  ).toEqual(["waits for 1 and 2", "cause", "cause", "flows"]);
});

test("without a topology rows go from each stage with lanes to the next", () => {
  expect(
    kinds(undefined, [
      [1, [64]],
      [4, [64]],
    ]),
  ).toEqual(["waits for 4", "waits for 4", "cause"]);
});

test("lanes with room, or of no capacity and empty, hold nobody up", () => {
  expect(
    kinds(chain, [
      [1, [63]],
      [2, [0]],
      [3, [0]],
    ]),
  ).toEqual(["flows", "flows", "flows", "flows"]);
});

const said = (nodes: TopologyNode[], depths: readonly (readonly [number, readonly number[]])[]) => {
  const lanes = depths.flatMap(([stage, each]) => lanesOf(stage, each));
  const stages = pressureOf(
    stageGraph(
      nodes,
      depths.map(([stage]) => stage),
    ),
    lanes,
  );
  return plainSpaces(pressureSentence(stages, lanes));
};

test("one full lane among others with room points to its keys; all of them full to the operator", () => {
  expect(said(topology([[0, 1]]), [[1, [2, 64, 5]]])).toBe(
    "Work stops at lane 1 of stage 1: 64 of 64 records wait in operator-1, the oldest for 0.6 s. The other 2 lanes of it have room, so it is the work of that lane's keys. The dispatcher waits for it.",
  );
  expect(said(topology([[0, 1]]), [[1, [64, 64]]])).toContain("all 2 lanes of it full");
});

test("a lane that has been at one record for long is stuck, however few wait behind it, and not slow", () => {
  const stages = (lanes: Parameters<typeof pressureOf>[1]) =>
    pressureOf(stageGraph(topology([[0, 1]]), [1]), lanes);
  const [first, ...others] = lanesOf(1, [2, 0]);
  if (first === undefined) throw new Error("there is no lane");
  const stuck = { ...first, oldestAgeMs: 40_000, inWorkMs: 38_000 };
  const words = (lane: AppLane) =>
    plainSpaces(pressureSentence(stages([lane, ...others]), [lane, ...others]));
  expect(words(stuck)).toBe(
    "Lane 0 of stage 1 is stuck at operator-1: one record has been in work for 38 s, and no commit gets past it.",
  );
  expect(stages([stuck, ...others]).map(({ stuckForMs }) => stuckForMs)).toEqual([undefined, 38_000]);
  // A long queue that moves.
  expect(words({ ...stuck, inWorkMs: 200 })).toBe("No lane is full, so nothing waits for one.");
  const { inWorkMs: _, ...ofAnOlderEngine } = stuck;
  expect(words(ofAnOlderEngine)).toContain("is stuck");
  expect(words({ ...stuck, depth: 64 })).toMatch(
    /^Lane 0 of stage 1 is stuck .* Work stops at lane 0 of stage 1: /,
  );
  const both = (secondMs: number) => {
    const all = [
      { ...stuck, depth: 64 },
      { ...stuck, lane: 1, depth: 64, inWorkMs: secondMs },
    ];
    return plainSpaces(pressureSentence(stages(all), all));
  };
  expect(both(100)).toMatch(/One record does not end: it is not slow work\./);
  expect(both(20_000)).toMatch(/ 1 other lane is stuck too\. .*does not come back, whatever the key\./);
});

test("of a lane that is full alone the key that most of its records are of is named, with at least how many", () => {
  const [first, second] = lanesOf(1, [64, 2]);
  if (first === undefined || second === undefined) throw new Error("there are no lanes");
  const key = { encoding: "utf8" as const, text: "customer-318", sizeBytes: 12, truncated: false };
  const hot = [{ ...first, hotKeys: [{ key, atLeastRatio: 0.629 }] }, second];
  const stages = pressureOf(stageGraph(topology([[0, 1]]), [1]), hot);
  expect(plainSpaces(pressureSentence(stages, hot))).toContain(
    'so it is the work of that lane\'s keys: at least 62 % of what came last is of key "customer-318".',
  );
});

test("nothing full is said so", () => {
  expect(said(chain, [[1, [1]]])).toBe("No lane is full, so nothing waits for one.");
});

test("an event loop that is held up is told beside, and of several instances of none by name", () => {
  expect(loopSentence(99, 1)).toBeUndefined();
  expect(plainSpaces(loopSentence(250, 1) ?? "")).toBe(
    "The event loop was held up for 0.2 s: something that runs without a pause, such as a synchronous operator, holds every lane.",
  );
  expect(plainSpaces(loopSentence(250, 2) ?? "")).toBe(
    "The event loop of one of these instances was held up for 0.2 s: something that runs without a pause, such as a synchronous operator, holds every lane of it.",
  );
});

test("a pause waits for a lane of the instance that says so, and not for the same number of another", () => {
  const blocker = { lane: 5, operator: "enrich", records: 64, oldestAgeMs: 4100 };
  const pausing = { kind: "pausing" as const, waitingFor: [blocker] };
  const instances = [
    { instanceId: "orders-1", lifecycle: pausing },
    { instanceId: "orders-2", lifecycle: { kind: "paused" as const, sinceMs: 0 } },
  ];
  const lane = { instanceId: "orders-1", lane: 5, operator: "enrich" };
  expect(isWaitedFor(lane, pausing, instances)).toBe(true);
  expect(isWaitedFor({ ...lane, instanceId: "orders-2" }, pausing, instances)).toBe(false);
  expect(isWaitedFor({ ...lane, lane: 4 }, pausing, instances)).toBe(false);
  expect(isWaitedFor({ ...lane, operator: "count" }, pausing, undefined)).toBe(false);
  expect(isWaitedFor({ ...lane, operator: null }, pausing, undefined)).toBe(true);
  expect(isWaitedFor(lane, { kind: "running" }, undefined)).toBe(false);
});

test("a picture has each stage behind all that feed it", () => {
  expect(stageGraph(diamond, []).map(({ stage, column }) => [stage, column])).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
  ]);
});

test("of a paused app it is said first by whom and since when, and that no lane has work", () => {
  const engine = new FakeEngine({ app: "orders", isWell: true });
  const sinceMs = Date.UTC(2026, 10, 30, 13, 44, 15);
  const reason = {
    kind: "operator" as const,
    actor: "ana",
    reason: "a bad deploy",
    sinceMs,
    expiresAtMs: null,
  };
  engine.become({ kind: "paused", sinceMs }, [reason]);
  expect(plainSpaces(pauseWords(engine.tick(sinceMs + 12_000), defaultTimes) ?? "")).toBe(
    "Paused by ana since 13:44:15 UTC: nothing is dispatched, so no lane has work.",
  );
});

test("a pause that is not complete says when it was asked for, how long ago, and which lane it waits for", () => {
  const engine = new FakeEngine({ app: "orders", isWell: true });
  const askedMs = Date.UTC(2026, 10, 30, 13, 44, 15);
  const waitingFor = [
    { lane: 5, operator: "orders-per-minute", records: 64, oldestAgeMs: 4100 },
    { lane: 6, operator: "orders-per-minute", records: 1, oldestAgeMs: 100 },
  ];
  engine.draining = true;
  engine.become({ kind: "pausing", sinceMs: askedMs, waitingFor });
  expect(plainSpaces(pauseWords(engine.tick(askedMs + 12_000), defaultTimes) ?? "")).toBe(
    "A pause was asked for at 13:44:15 UTC, 12 s ago. It waits for lane 5 to finish 64 records of orders-per-minute, the oldest 4.1 s, and for 1 other lane.",
  );
  engine.become({ kind: "running" });
  expect(pauseWords(engine.tick(askedMs + 13_000), defaultTimes)).toBeUndefined();
});
