import { describe, expect, it } from "vitest";
import { reading, startMs, type Told, ToldApp } from "../testing/told.ts";

const at = (ms: number) => startMs + ms;
const notKnown = (why: string) => ({ kind: "not-known", why });
const span = (fromMs: number, toMs: number) => ({
  fromMs: at(fromMs),
  toMs: at(toMs),
  overMs: toMs - fromMs,
});

/** One partition that does 100 a second of a backlog of `end`, while event time moves by `perSecond`. */
const working =
  (perSecond: number, end = 1_000_000n, from = 0) =>
  (i: number): Told => ({
    globalWatermarkMs: startMs - 100_000_000_000 + i * perSecond * 1000,
    partitions: [reading(0, BigInt(from + i * 100), end)],
  });

describe("how fast event time moves", () => {
  it("is in seconds for a second of the app's clock, over what was watched", () => {
    const app = new ToldApp().ticks(31, working(1.5));
    expect(app.diagnosed().rates.eventTime).toEqual({
      kind: "measured",
      basis: span(0, 30_000),
      movedMs: 45_000,
      perSecond: 1.5,
    });
  });

  it("is of the last 5 min where more was watched", () => {
    const app = new ToldApp().ticks(600, working(2)).ticks(601, working(0));
    const { eventTime } = app.diagnosed().rates;
    expect(eventTime).toMatchObject({ basis: span(900_000, 1_200_000), movedMs: 0, perSecond: 0 });
  });

  it.each([8000, 0.0001, 1_000_000])("of %d a second reads as that, a replay of years too", (perSecond) => {
    const { eventTime, eventTimeCatchUp } = new ToldApp().ticks(61, working(perSecond)).diagnosed().rates;
    expect(eventTime).toMatchObject({ kind: "measured", perSecond: expect.closeTo(perSecond, 6) });
    expect(eventTimeCatchUp.kind).toBe(perSecond > 1 ? "estimated" : "not-catching-up");
  });

  it("is not known in the first 10 s, nor without a watermark, nor while the app does not run", () => {
    expect(new ToldApp().ticks(10, working(1)).diagnosed().rates.eventTime).toEqual(notKnown("too-short"));
    const without = new ToldApp().ticks(30, () => ({ globalWatermarkMs: null }));
    expect(without.diagnosed().rates.eventTime).toEqual(notKnown("no-watermark"));
    const paused = new ToldApp()
      .ticks(30, working(1))
      .tick({ status: { lifecycle: { kind: "paused", sinceMs: at(0) } } });
    expect(paused.diagnosed().rates).toMatchObject({
      eventTime: notKnown("not-running"),
      lag: notKnown("not-running"),
      lagCatchUp: notKnown("not-running"),
    });
  });

  it("begins where there is a watermark: its first value is no move", () => {
    const app = new ToldApp().ticks(20, () => ({ globalWatermarkMs: null })).ticks(31, working(3));
    expect(app.diagnosed().rates.eventTime).toMatchObject({ basis: span(20_000, 50_000), perSecond: 3 });
  });
});

describe("no rate is told across", () => {
  it.each<[string, Told]>([
    ["a restart of the app, whose counts begin anew", { bootId: "boot2", sequence: 1 }],
    ["a gap", { atMs: 90_000, sequence: 500 }],
    ["a clock that was put forward", { atMs: 1_000_000, receivedAtMs: 31_000 }],
    ["a clock that was put back", { atMs: 100, receivedAtMs: 31_000 }],
    ["a watermark that went back with a recovery", { globalWatermarkMs: 5 }],
    ["a seek-back, whose lag did not grow", { partitions: [reading(0, 2000n, 1_000_000n)] }],
    ["a log that was cut", { partitions: [reading(0, 3000n, 900_000n)] }],
    ["a partition that is new", { partitions: [reading(0, 3000n, 9000n), reading(1, 0n, 100n)] }],
  ])("%s", (_, broken) => {
    const app = new ToldApp().ticks(31, working(1)).tick(broken).ticks(9);
    expect(app.diagnosed().rates).toMatchObject({
      lag: notKnown("too-short"),
      eventTime: notKnown("too-short"),
    });
    expect(app.ticks(12).diagnosed().rates.lag).toMatchObject({ kind: "measured", drained: "0" });
  });

  it("a seek-back: the backlog that it makes is seen to drain, and not what was done before", () => {
    const end = 1_000_000n;
    const app = new ToldApp()
      .ticks(20, () => ({ partitions: [reading(0, end, end)] }))
      .ticks(31, (i) => ({ partitions: [reading(0, BigInt(i * 10_000), end)] }));
    expect(app.diagnosed().rates).toMatchObject({
      lag: { basis: span(20_000, 50_000), drainedPerSecond: 10_000, dispatchedPerSecond: 10_000 },
      lagCatchUp: { kind: "estimated", inMs: 70_000 },
    });
  });

  it("a seek-back to no further than the newest sample", () => {
    const app = new ToldApp()
      .ticks(29, (i) => ({ partitions: [reading(0, BigInt(i * 10_000), 1_000_000n)] }))
      .ticks(8, (i) => ({ partitions: [reading(0, 200_001n + BigInt(i), 1_000_000n)] }));
    expect(app.diagnosed().rates.lag).toEqual(notKnown("too-short"));
  });

  it("a pause: what was done before it says nothing of what is done after it", () => {
    const paused = { status: { lifecycle: { kind: "paused", sinceMs: at(0) } } } as const;
    const resumed = { status: { lifecycle: { kind: "running" } } } as const;
    const app = new ToldApp()
      .ticks(31, working(1))
      .ticks(100, () => paused)
      .tick(resumed)
      .ticks(5);
    expect(app.diagnosed().rates.lag).toEqual(notKnown("too-short"));
  });
});

describe("how fast the lag drains", () => {
  it("is exact beyond 2^53, with what was done and what came", () => {
    const huge = 9_007_199_254_740_993n;
    const app = new ToldApp().ticks(31, (i) => ({
      partitions: [
        reading(0, huge + BigInt(i) * 3n, huge * 2n + BigInt(i)),
        reading(1, BigInt(i), 100n),
        reading(2, 7n, 7n, { endPosition: null, lag: null }),
      ],
    }));
    expect(app.diagnosed().rates).toMatchObject({
      lag: { drained: "90", dispatched: "120", arrived: "30", drainedPerSecond: 3, dispatchedPerSecond: 4 },
      lagNow: { total: (huge + 100n - 90n).toString(), partitionsWithout: 1 },
      lagCatchUp: notKnown("no-lag"),
    });
  });

  it("is below 0 where more comes than is done, which is not catching up", () => {
    const app = new ToldApp().ticks(31, (i) => ({
      partitions: [reading(0, BigInt(i), 100n + BigInt(i) * 10n)],
    }));
    expect(app.diagnosed().rates).toMatchObject({
      lag: { drained: "-270", drainedPerSecond: -9 },
      lagCatchUp: { kind: "not-catching-up", basis: span(0, 30_000) },
    });
  });
});

describe("when the app has caught up", () => {
  it("is told with the time that it was measured over", () => {
    const { lagCatchUp } = new ToldApp().ticks(301, working(1, 100_000n)).diagnosed().rates;
    expect(lagCatchUp).toEqual({
      kind: "estimated",
      inMs: 700_000,
      atMs: at(1_000_000),
      basis: span(0, 300_000),
    });
  });

  it("is in event time when the distance is gone at what event time gains on the clock", () => {
    // 70 s behind beside its bound of 30 s, and half a second nearer each second.
    const app = new ToldApp().ticks(31, (i) => ({
      globalWatermarkMs: startMs - 115_000 + i * 1500,
      partitions: [reading(0, BigInt(i), 1000n)],
    }));
    expect(app.diagnosed().rates.eventTimeCatchUp).toMatchObject({ kind: "estimated", inMs: 140_000 });
  });

  it("of three years at 8,000 s a second is 3 h 17 min, not 0 and not never", () => {
    const threeYearsMs = 94_608_000_000;
    const app = new ToldApp().ticks(61, (i) => ({
      globalWatermarkMs: startMs - threeYearsMs + i * 8_000_000,
      partitions: [reading(0, BigInt(i), 1_000_000n)],
    }));
    const { eventTimeCatchUp } = app.diagnosed().rates;
    if (eventTimeCatchUp.kind !== "estimated") throw new Error(eventTimeCatchUp.kind);
    expect(eventTimeCatchUp.inMs / 60_000).toBeCloseTo(196.1, 0);
  });

  it("is beyond a horizon where it takes more than a year", () => {
    const app = new ToldApp().ticks(31, (i) => ({
      partitions: [reading(0, BigInt(i), 9_000_000_000_000_000_000n)],
    }));
    expect(app.diagnosed().rates.lagCatchUp).toMatchObject({
      kind: "beyond-horizon",
      horizonMs: 31_536_000_000,
    });
  });

  it("is now where nothing is left, or less than a second's work", () => {
    const done = new ToldApp().tick({ partitions: [reading(0, 7n, 7n)], globalWatermarkMs: 5 }).diagnosed();
    expect(done.rates).toMatchObject({
      lagCatchUp: { kind: "caught-up" },
      eventTimeCatchUp: { kind: "caught-up" },
    });
    const busy = new ToldApp().ticks(31, (i) => ({
      partitions: [reading(0, BigInt(i * 100), BigInt(i * 100 + 90))],
      globalWatermarkMs: startMs + i * 1000 - 31_000,
    }));
    expect(busy.diagnosed().rates).toMatchObject({
      lagCatchUp: { kind: "caught-up" },
      // Its watermark is behind by its bound of 30 s, and no more.
      eventTimeCatchUp: { kind: "caught-up" },
    });
  });

  describe("is never now behind an open transaction", () => {
    const behind = { globalWatermarkMs: startMs - 7_200_000 };
    const keptBack = notKnown("open-transaction");

    it("where all up to it is done, and the app stands still", () => {
      const { rates } = new ToldApp()
        .ticks(60, () => ({ ...behind, partitions: [reading(0, 41n, 41n, { highWatermark: "90041" })] }))
        .diagnosed();
      expect(rates).toMatchObject({
        lagNow: { total: "0", partitionsWithout: 0 },
        lagCatchUp: keptBack,
        eventTimeCatchUp: keptBack,
      });
    });

    it("of one partition while others are worked without a lag", () => {
      const { rates } = new ToldApp()
        .ticks(31, (i) => ({
          ...behind,
          partitions: [
            reading(0, 41n, 41n, { highWatermark: "90041" }),
            reading(1, BigInt(i * 100), BigInt(i * 100)),
          ],
        }))
        .diagnosed();
      expect(rates).toMatchObject({ lagCatchUp: keptBack, eventTimeCatchUp: keptBack });
    });

    it("unless what it keeps back is less than a second's work, as with a producer that commits all the time", () => {
      const { rates } = new ToldApp()
        .ticks(31, (i) => ({
          globalWatermarkMs: startMs + i * 1000 - 31_000,
          partitions: [reading(0, BigInt(i * 100), BigInt(i * 100), { highWatermark: String(i * 100 + 50) })],
        }))
        .diagnosed();
      expect(rates).toMatchObject({
        lagCatchUp: { kind: "caught-up" },
        eventTimeCatchUp: { kind: "caught-up" },
      });
    });

    it("and an app that does not tell its high watermarks has caught up where no lag is left", () => {
      const { rates } = new ToldApp()
        .tick({ ...behind, partitions: [reading(0, 41n, 41n, { highWatermark: null })] })
        .diagnosed();
      expect(rates).toMatchObject({
        lagCatchUp: { kind: "caught-up" },
        eventTimeCatchUp: { kind: "caught-up" },
      });
    });
  });
});
