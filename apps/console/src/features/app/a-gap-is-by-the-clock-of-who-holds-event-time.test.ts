import type { AppSnapshot } from "@stoatflow/api";
import { expect, test } from "vitest";
import { FakeEngine } from "../../../test/fake-engine.ts";
import { plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { appendTick } from "../../live/append-tick.ts";
import { frameOfTicks } from "../watermarks/chart-frame.ts";
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

test("the number at the top of its page is", () => {
  const [vital] = vitalsOf(apart(5000), false, defaultTimes);
  expect(plainSpaces(vital?.figure.shown.text ?? "")).toBe("5.0 s");
});

test("the line of a chart is, of a tick that has just come too", () => {
  const recent = appendTick({ ticks: [], omittedPartitions: 0 }, apart(5000));
  const { globalGapMs, globalMs } = frameOfTicks(recent, 3000);
  expect([globalGapMs[0], globalMs[0]]).toEqual([5000, atMs - 5000]);
});
