import fc from "fast-check";
import { expect, it } from "vitest";
import { startMs, ToldApp } from "../testing/told.ts";
import { behindBeyondMs, isBeyond, paceOf } from "./pace.ts";

const boundMs = 30_000;
const held = { topic: "orders", partition: 0, reason: "backlog" } as const;
const standing = (beyondMs: number) => ({
  globalWatermarkMs: startMs - boundMs - beyondMs,
  watermarkAtMs: startMs,
  heldBackBy: held,
  heldBackBoundMs: boundMs,
});

it("a watermark within its bound and 10 s keeps up, and one further back is behind", () => {
  expect(paceOf(standing(-1))).toEqual({ kind: "keeps-up", gapMs: boundMs - 1, boundMs });
  expect(paceOf(standing(10_000))).toMatchObject({ kind: "keeps-up" });
  expect(paceOf(standing(10_001))).toEqual({ kind: "behind", gapMs: boundMs + 10_001, boundMs });
});

it("one that was behind is so until it is within its bound and 2 s", () => {
  const behind = paceOf(standing(10_001));
  expect(paceOf(standing(2001), behind)).toMatchObject({ kind: "behind" });
  expect(paceOf(standing(2000), behind)).toMatchObject({ kind: "keeps-up" });
});

it("without a watermark, without a holder and ahead of the clock nothing is behind", () => {
  const behind = paceOf(standing(60_000));
  expect(paceOf({ ...standing(60_000), globalWatermarkMs: null }, behind)).toEqual({ kind: "none" });
  expect(paceOf({ ...standing(60_000), heldBackBy: null }, behind)).toMatchObject({ kind: "resting" });
  expect(paceOf(standing(-boundMs - 1), behind)).toEqual({ kind: "ahead", gapMs: -1 });
});

it("a gap that moves less than between the two limits changes what is said at most once", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -50_000, max: 50_000 }),
      fc.array(fc.integer({ min: 0, max: behindBeyondMs.from - behindBeyondMs.until - 1 }), { minLength: 1 }),
      (from, noise) => {
        let was: boolean | undefined;
        let changes = 0;
        for (const more of noise) {
          const is = isBeyond(boundMs + from + more, boundMs, was);
          if (was !== undefined && is !== was) changes += 1;
          was = is;
        }
        expect(changes).toBeLessThanOrEqual(1);
      },
    ),
  );
});

it("an app that is followed keeps to it from tick to tick, and begins anew with its next run", () => {
  const app = new ToldApp();
  const at = (beyondMs: number) => (i: number) => ({
    globalWatermarkMs: startMs + i * 1000 - boundMs - beyondMs,
  });
  const paces = [9000, 11_000, 9000, 1000, 9000, 11_000].map((beyondMs, i) => {
    app.tick({ atMs: i * 1000, heldBackBy: held, ...at(beyondMs)(i) });
    return app.trace()?.pace.kind;
  });
  expect(paces).toEqual(["keeps-up", "behind", "behind", "keeps-up", "keeps-up", "behind"]);
  app.tick({ atMs: 6000, bootId: "boot2", sequence: 1, ...at(9000)(6) });
  expect(app.trace()?.pace.kind).toBe("keeps-up");
});

it("an estimate says that event time has caught up exactly where it keeps up", () => {
  const catchUpAt = (...beyondMs: number[]) => {
    const app = new ToldApp();
    for (const [i, one] of beyondMs.entries())
      app.tick({
        atMs: i * 1000,
        heldBackBy: held,
        globalWatermarkMs: startMs + i * 1000 - boundMs - one,
      });
    return app.diagnosed().rates.eventTimeCatchUp.kind === "caught-up";
  };
  expect(catchUpAt(9000)).toBe(true);
  expect(catchUpAt(1000, 9999)).toBe(true);
});
