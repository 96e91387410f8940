import type { AppSnapshot } from "@stoatflow/api";
import { expect, test } from "vitest";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { appendTick } from "../../live/append-tick.ts";
import { chartData } from "../watermarks/chart-data.ts";
import { paceOf } from "./pace.ts";
import { vitalsOf } from "./vitals.ts";

const atMs = Date.UTC(2026, 10, 30, 3, 0, 0);

/** An app of two instances, one of which has a clock 10 min ahead of that of the one that holds event time back. */
function apart(gapMs: number): AppSnapshot {
  const told = new FakeEngine({ app: "orders" }).tick(atMs + 600_000);
  return {
    ...told,
    watermarkAtMs: atMs,
    watermarks: { ...told.watermarks, globalWatermarkMs: atMs - gapMs },
  };
}

test("the pace of an app is", () => {
  const heldBackBy = { topic: "orders", partition: 3, reason: "backlog" } as const;
  const summary = { watermarkAtMs: atMs, globalWatermarkMs: atMs - 5000, heldBackBy, heldBackBoundMs: 5000 };
  expect(paceOf(summary)).toEqual({ kind: "keeps-up", gapMs: 5000, boundMs: 5000 });
});

test("the number at the top of its page is", () => {
  const [vital] = vitalsOf(apart(5000), false);
  expect(plainSpaces(vital?.figure.shown.text ?? "")).toBe("5.0 s");
});

test("the line of a chart is, of a tick that has just come too", () => {
  const recent = appendTick({ ticks: [], omittedPartitions: 0 }, apart(5000));
  expect(chartData(recent, "gap", 3000).points[0]?.values[0]).toBe(5000);
  expect(chartData(recent, "absolute", 3000).points[0]?.values[0]).toBe(atMs - 5000);
});
