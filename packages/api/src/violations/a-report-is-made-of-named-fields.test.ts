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
