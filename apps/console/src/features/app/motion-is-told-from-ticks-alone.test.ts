import type { ListedApp, RecentTick } from "@stoatflow/api";
import { expect, test } from "vitest";
import { wellApp } from "../../../test/fake/well-app.ts";
import { numberThatMayBreak, plainSpaces } from "../../../test/plain-spaces.ts";
import { defaultTimes } from "../../lib/format/times.ts";
import { motionOf } from "./motion.ts";

const startMs = Date.UTC(2026, 10, 30, 3, 0, 0);
const second = 1000;

/** Ticks at one a second, with a watermark each; the newest is the last. */
function ticks(watermarks: readonly (number | null)[], bootId = "b1"): RecentTick[] {
  return watermarks.map((globalWatermarkMs, place) => ({
    bootId,
    sequence: String(place + 1),
    atMs: startMs + place * second,
    globalWatermarkMs,
    watermarkAtMs: startMs + place * second,
    watermarks: {},
  }));
}

function told(history: readonly RecentTick[], more: Partial<ListedApp> = {}): string | undefined {
  const newest = history.at(-1);
  const summary = wellApp("orders", newest?.atMs ?? startMs, {
    globalWatermarkMs: newest?.globalWatermarkMs ?? null,
    watermarkAtMs: newest?.watermarkAtMs ?? startMs,
    heldBackBy: { topic: "orders", partition: 3, reason: "backlog" },
    ...more,
  });
  const motion = motionOf(summary, history, defaultTimes);
  expect(motion ?? "").not.toMatch(numberThatMayBreak);
  return motion === undefined ? undefined : plainSpaces(motion);
}

const moving = (count: number, perTick: number, firstMs: number) =>
  Array.from({ length: count }, (_, place) => firstMs + place * perTick);

test("a watermark that goes with the clock moves, and nothing more is said", () => {
  expect(told(ticks(moving(12, second, startMs - 5100)))).toBe("It moves with the clock.");
  expect(told(ticks(moving(2, 0.9 * second, startMs - 5100)))).toBe("It moves with the clock.");
});

test("one that stands says where, for how long, and since when event time is behind", () => {
  const before = moving(5, second, startMs - 5000);
  const stands = Array.from({ length: 14 }, () => before.at(-1) ?? 0);
  expect(told(ticks([...before, ...stands]))).toBe(
    "It stands at 02:59:59 UTC, for 14 s now. Behind since 03:00:07 UTC.",
  );
});

test("since when is by the clock of the instance that holds event time back, whatever the app's says", () => {
  const before = moving(5, second, startMs - 5000);
  const stands = Array.from({ length: 14 }, () => before.at(-1) ?? 0);
  const ahead = ticks([...before, ...stands]).map((tick) => ({ ...tick, atMs: tick.atMs + 600_000 }));
  expect(told(ahead)).toBe("It stands at 02:59:59 UTC, for 14 s now. Behind since 03:00:07 UTC.");
});

test("where the history ends before the answer does, it says so", () => {
  const stands = Array.from({ length: 10 }, () => startMs - 60_000);
  expect(told(ticks(stands))).toBe(
    "It stands at 02:59:00 UTC, for at least 9 s now. Behind since before 03:00:00 UTC.",
  );
});

test("a run before a restart says nothing of how long the watermark of this one stands", () => {
  const earlier = ticks([startMs - 60_000, startMs - 60_000], "b0");
  const later = ticks(moving(6, 0, startMs - 60_000)).map((tick) => ({ ...tick, atMs: tick.atMs + 9000 }));
  expect(told([...earlier, ...later])).toContain("for at least 5 s now");
});

test("catching up and falling back are told by how far it came", () => {
  expect(told(ticks(moving(12, 3 * second, startMs - 90_000)))).toMatch(
    /^It moves faster than the clock: 30 s in the last 10 s\. Behind since before/,
  );
  expect(told(ticks(moving(12, 400, startMs - 90_000)))).toMatch(
    /^It moves slower than the clock: 4\.0 s in the last 10 s\./,
  );
});

test("a pause says since when; what does not run, or has no watermark, says nothing", () => {
  const some = ticks([startMs - 5100]);
  expect(told(some, { lifecycle: { kind: "paused", sinceMs: startMs - 185_000 } })).toBe(
    "Since 02:56:55 UTC. Nothing is dispatched, so event time stands and the lag grows.",
  );
  const reason = {
    kind: "operator",
    actor: "ana",
    reason: "deploy",
    sinceMs: startMs,
    expiresAtMs: null,
  } as const;
  expect(told(some, { lifecycle: { kind: "pausing", waitingFor: [] }, pauseReasons: [reason] })).toBe(
    "Asked for by ana: “deploy”.",
  );
  expect(told(some, { lifecycle: { kind: "starting" } })).toBeUndefined();
  expect(told(ticks([null]))).toBeUndefined();
  expect(told([])).toBeUndefined();
});
