import fc from "fast-check";
import { expect, test } from "vitest";
import { type ChartWindow, moved, selected, spanMsMax, spanMsMin, spanOf, zoomed } from "./chart-window.ts";

const nowMs = 1_790_000_000_000;

test("nearer and further keep the moment under the pointer where it is", () => {
  const window: ChartWindow = { kind: "fixed", fromMs: nowMs - 600_000, toMs: nowMs - 300_000 };
  const near = zoomed(window, 0.5, nowMs - 400_000, nowMs);
  expect(near).toEqual({ kind: "fixed", fromMs: nowMs - 500_000, toMs: nowMs - 350_000 });
  expect(zoomed(near, 2, nowMs - 400_000, nowMs)).toEqual(window);
});

test("a live window that is zoomed stays live, and ends now", () => {
  expect(zoomed({ kind: "live", spanMs: 600_000 }, 0.5, nowMs, nowMs)).toEqual({
    kind: "live",
    spanMs: 300_000,
  });
  expect(spanOf({ kind: "live", spanMs: 60_000 }, nowMs)).toEqual({ fromMs: nowMs - 60_000, toMs: nowMs });
});

test("a live window that is moved back stands, and one that is moved on stays live", () => {
  const live: ChartWindow = { kind: "live", spanMs: 60_000 };
  expect(moved(live, -6000, nowMs)).toEqual({ kind: "fixed", fromMs: nowMs - 66_000, toMs: nowMs - 6000 });
  expect(moved(live, 6000, nowMs)).toBe(live);
});

test("a stretch is drawn over in either direction, and a tap is a second around it", () => {
  const stretch = { kind: "fixed", fromMs: nowMs - 9000, toMs: nowMs - 4000 };
  expect(selected(nowMs - 9000, nowMs - 4000, nowMs)).toEqual(stretch);
  expect(selected(nowMs - 4000, nowMs - 9000, nowMs)).toEqual(stretch);
  expect(selected(nowMs - 9000, nowMs - 9000, nowMs)).toEqual({
    kind: "fixed",
    fromMs: nowMs - 9500,
    toMs: nowMs - 8500,
  });
});

test("whatever is done, a window is between a second and a century, never ahead of now and never before 1970", () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("zoom" as const),
      factor: fc.double({ min: 0.01, max: 100, noNaN: true }),
    }),
    fc.record({ kind: fc.constant("move" as const), byMs: fc.integer({ min: -1e12, max: 1e12 }) }),
    fc.record({ kind: fc.constant("select" as const), byMs: fc.integer({ min: 0, max: 1e9 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let window: ChartWindow = { kind: "live", spanMs: 600_000 };
      for (const each of steps) {
        const { fromMs, toMs } = spanOf(window, nowMs);
        if (each.kind === "zoom") window = zoomed(window, each.factor, (fromMs + toMs) / 2, nowMs);
        else if (each.kind === "move") window = moved(window, each.byMs, nowMs);
        else window = selected(toMs - each.byMs, toMs, nowMs);
        const span = spanOf(window, nowMs);
        expect(span.toMs - span.fromMs).toBeGreaterThanOrEqual(spanMsMin);
        expect(span.toMs - span.fromMs).toBeLessThanOrEqual(spanMsMax);
        expect(span.toMs).toBeLessThanOrEqual(nowMs);
        if (window.kind === "fixed") expect(span.fromMs).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
