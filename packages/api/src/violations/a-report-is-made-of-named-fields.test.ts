import { expect, test } from "vitest";
import { partitionOf, snapshotOf, violationOf } from "../testing/bodies.ts";
import { reportText } from "./report-text.ts";
import { type ReportFacts, violationReportOf } from "./violation-report.ts";

const facts: ReportFacts = {
  madeAtMs: 1_790_000_000_000,
  consoleVersion: "0.1.0",
  appId: "orders",
  environment: "production",
  violation: { ...violationOf(1), bootId: "boot1" },
  leaderChanges: [],
  snapshot: snapshotOf(),
  now: snapshotOf(),
};

test("what a violation or a partition carries beside its evidence is in no report", () => {
  const secret = "card 4111";
  const violation = { ...facts.violation, key: secret, value: secret, headers: [secret] };
  const partition = { ...partitionOf(0), headKey: secret };
  const snapshot = { ...snapshotOf({ partitions: [partition] }), note: secret };
  const report = violationReportOf({ ...facts, violation, snapshot, now: snapshot });
  expect(JSON.stringify(report)).not.toContain(secret);
  expect(reportText(report)).not.toContain(secret);
});

test("a partition that the app has no longer is left out, and what is absent is said in words", () => {
  const gone = violationReportOf({ ...facts, now: snapshotOf({ partitions: [] }) });
  expect(gone.partitionNow).toBeNull();
  const bare = partitionOf(0, { state: "starting", position: null, committed: null, endPosition: null });
  const text = reportText(violationReportOf({ ...facts, now: snapshotOf({ partitions: [bare] }) }));
  expect(text).toContain("starting, position none, committed none, end not known");
  expect(text).not.toMatch(/null|undefined|NaN/);
});

test("a time beyond what a date can hold is told as it is", () => {
  const violation = { ...facts.violation, atMs: Number.MAX_SAFE_INTEGER };
  expect(reportText(violationReportOf({ ...facts, violation }))).toContain("9007199254740991 ms since 1970");
});

test("of a run that is over its instance is told, and its partition as whoever has it now says", () => {
  const violation = { ...facts.violation, instanceId: "orders-2" };
  const now = snapshotOf({ instanceId: "orders-1", partitions: [partitionOf(0, { position: "99" })] });
  const report = violationReportOf({ ...facts, violation, snapshot: undefined, now });
  expect(report).toMatchObject({
    instanceId: "orders-2",
    run: { kind: "not-known" },
    partitionNow: { position: "99" },
  });
  expect(reportText(report)).toMatch(/^instance +orders-2$/m);
});

test("each new leader epoch of its partition that was read beside it is a line, and none makes none", () => {
  const change = { topic: "orders", partition: 0, id: "7", bootId: "boot1", instanceId: "orders-1" };
  const leaderChanges = [
    { ...change, fromEpoch: 4, toEpoch: 5, atOffset: "1204", readAtMs: 1_790_000_000_000 },
    { ...change, fromEpoch: 5, toEpoch: 7, atOffset: "9007199254740993", readAtMs: 1_790_000_002_000 },
  ];
  const report = violationReportOf({ ...facts, leaderChanges });
  expect(report.leaderChanges[0]).toEqual({
    fromEpoch: 4,
    toEpoch: 5,
    atOffset: "1204",
    readAtMs: 1_790_000_000_000,
  });
  const linesOf = (text: string) => text.split("\n").filter((line) => line.startsWith("leader"));
  expect(linesOf(reportText(report))).toEqual([
    "leader     new leader epoch (4 to 5), as read at offset 1204, 2026-09-21T14:13:20.000Z",
    "leader     new leader epoch (5 to 7), as read at offset 9007199254740993, 2026-09-21T14:13:22.000Z",
  ]);
  expect(linesOf(reportText(violationReportOf(facts)))).toEqual([]);
});
