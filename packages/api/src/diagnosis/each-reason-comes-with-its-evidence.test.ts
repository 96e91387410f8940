import type { HeldBackReason, PartitionWatermark } from "@stoatflow/engine/wire";
import { heldBackReason } from "@stoatflow/engine/wire";
import { describe, expect, it } from "vitest";
import { partitionOf } from "../testing/bodies.ts";
import { holding, reading, startMs, type Told, ToldApp } from "../testing/told.ts";
import type { Evidence, Release } from "../wire/diagnosis.ts";

interface Case {
  readonly told: Told;
  readonly evidence: Partial<Evidence>;
  readonly release: Release;
  readonly partition?: Partial<PartitionWatermark>;
}

const idleAtMs = startMs + 290_000;
const running = { kind: "running", timeoutMs: 300_000, idleAtMs } as const;
const atIdle = { kind: "at-the-latest", atMs: idleAtMs, by: "idleness" } as const;
const notKnown = <const W extends Extract<Release["when"], { kind: "not-known" }>["why"]>(why: W) =>
  ({ kind: "not-known", why }) as const;
const lane = {
  stage: 1,
  lane: 0,
  state: "busy",
  depth: 1,
  capacity: 1000,
  oldestAgeMs: 3,
  operator: "lookup",
  busyRatio: 1,
  processed: 9,
} as const;
const commit = {
  epoch: 7,
  atMs: startMs,
  outcome: "committed",
  drainMs: 2,
  commitMs: 4100,
  records: 1,
  outputs: 1,
  changelogRows: 0,
} as const;
const ana = { kind: "operator", actor: "ana", reason: "schema change", sinceMs: startMs } as const;

const cases: Record<HeldBackReason, Case> = {
  backlog: {
    told: { heldBackBy: holding("backlog"), partitions: [reading(0, 41n, 90_041n)] },
    evidence: { lagRate: notKnown("too-short") },
    release: { by: ["dispatch"], when: notKnown("too-short") },
    partition: { position: "41", endPosition: "90041", lag: "90000" },
  },
  "waiting-for-data": {
    told: { heldBackBy: holding("waiting-for-data"), partitions: [reading(0, 41n, 90n)] },
    evidence: { missing: "49" },
    release: { by: ["data"], when: notKnown("depends-on-the-broker") },
    partition: { bufferedRecords: 0 },
  },
  "open-transaction": {
    told: {
      heldBackBy: holding("open-transaction", {
        idleness: { kind: "standing-still", timeoutMs: 300_000, leftMs: 1000 },
      }),
      partitions: [reading(0, 41n, 41n, { highWatermark: "9007199254740993" })],
    },
    evidence: {
      lastStableOffset: "41",
      highWatermark: "9007199254740993",
      idleness: { kind: "standing-still", timeoutMs: 300_000, leftMs: 1000 },
    },
    release: { by: ["end-of-transaction"], when: notKnown("depends-on-a-producer") },
  },
  "never-read": {
    told: {
      heldBackBy: holding("never-read", { idleness: running }),
      partitions: [partitionOf(0, { watermarkMs: null })],
    },
    evidence: { idleness: running },
    release: { by: ["new-record", "idleness"], when: atIdle },
    partition: { watermarkMs: null },
  },
  "caught-up": {
    told: { heldBackBy: holding("caught-up", { idleness: running }) },
    evidence: { idleness: running },
    release: { by: ["new-record", "idleness"], when: atIdle },
  },
  held: {
    told: {
      heldBackBy: holding("held", { idleness: { kind: "off" } }),
      partitions: [
        partitionOf(0, {
          strategy: "custom",
          boundMs: null,
          headTimestampMs: startMs + 3_600_000,
          headOffset: "41",
          headHeldSinceMs: startMs - 900,
        }),
      ],
    },
    evidence: { aheadOfClockMs: 3_600_000, idleness: { kind: "off" } },
    release: { by: ["older-heads"], when: notKnown("idleness-is-off") },
    partition: { headHeldSinceMs: startMs - 900, headOffset: "41" },
  },
  aligned: {
    told: {
      heldBackBy: holding("aligned", {
        alignment: {
          group: "shop",
          maxDriftMs: 60_000,
          lowest: { topic: "clicks", partition: 2 },
          lowestMs: startMs - 120_000,
        },
      }),
    },
    evidence: {
      alignment: {
        group: "shop",
        maxDriftMs: 60_000,
        lowest: { topic: "clicks", partition: 2 },
        lowestMs: startMs - 120_000,
      },
    },
    release: { by: ["alignment-group"], when: notKnown("depends-on-the-group") },
  },
  "lane-full": {
    told: {
      heldBackBy: holding("lane-full"),
      lanes: {
        lanes: [
          { ...lane, lane: 0, depth: 0, oldestAgeMs: null, operator: null },
          { ...lane, lane: 1, depth: 20 },
          { ...lane, lane: 2, depth: 1000, oldestAgeMs: 42_000 },
        ],
        eventLoopDelayMs: 1,
      },
    },
    evidence: {
      lanes: [
        { ...lane, lane: 2, depth: 1000, oldestAgeMs: 42_000 },
        { ...lane, lane: 1, depth: 20 },
      ],
      eventLoopDelayMs: 1,
    },
    release: { by: ["lane"], when: notKnown("depends-on-an-operator") },
  },
  "slow-commit": {
    told: {
      heldBackBy: holding("slow-commit", { commitSinceMs: startMs - 2100 }),
      commits: { commits: [commit] },
    },
    evidence: { epoch: 1, runningSinceMs: startMs - 2100, newest: [commit] },
    release: { by: ["commit"], when: notKnown("depends-on-the-broker") },
  },
  paused: {
    told: {
      heldBackBy: holding("paused"),
      status: {
        lifecycle: { kind: "paused", sinceMs: startMs },
        pauseReasons: [{ ...ana, expiresAtMs: startMs + 60_000 }],
      },
    },
    evidence: {
      lifecycle: { kind: "paused", sinceMs: startMs },
      pauseReasons: [{ ...ana, expiresAtMs: startMs + 60_000 }],
    },
    release: {
      by: ["resume", "auto-resume"],
      when: { kind: "at-the-latest", atMs: startMs + 60_000, by: "auto-resume" },
    },
  },
};

describe("what is known of the partition that holds event time back", () => {
  it.each(heldBackReason.options)("for %s", (reason) => {
    const { told, evidence, release, partition = {} } = cases[reason];
    const { holder, tick } = new ToldApp().tick(told).diagnosed();
    expect(tick).toMatchObject({ sequence: "1", atMs: startMs });
    expect(holder).toEqual({
      topic: "orders",
      partition: 0,
      reason,
      // The only instance, so the tick is its own.
      instance: tick,
      since: { kind: "at-least", atMs: startMs, forMs: 0 },
      partitionAtTick: expect.objectContaining({ topic: "orders", partition: 0, ...partition }),
      evidence: { reason, ...evidence },
      release,
    });
  });
});

describe("what an older app does not tell", () => {
  it.each(["caught-up", "never-read", "held"] as const)("is not guessed for %s", (reason) => {
    const { holder } = new ToldApp().tick({ heldBackBy: holding(reason) }).diagnosed();
    expect(holder?.evidence).toMatchObject({ idleness: { kind: "not-told" } });
    expect(holder?.release.when).toEqual(notKnown("the-app-does-not-tell"));
  });

  it("is null for a group and for a commit", () => {
    const aligned = new ToldApp().tick({ heldBackBy: holding("aligned") }).diagnosed();
    expect(aligned.holder?.evidence).toMatchObject({ alignment: null });
    const slow = new ToldApp().tick({ heldBackBy: holding("slow-commit") }).diagnosed();
    expect(slow.holder?.evidence).toMatchObject({ runningSinceMs: null });
  });
});

describe("when event time goes on", () => {
  const when = (told: Told) => new ToldApp().tick(told).diagnosed().holder?.release;

  it("can't be known while the idleness clock stands still, and why", () => {
    const idleness = { kind: "standing-still", timeoutMs: 300_000, leftMs: 500 } as const;
    expect(when({ heldBackBy: holding("caught-up", { idleness }) })?.when).toEqual(
      notKnown("idleness-stands-still"),
    );
  });

  it("hangs on a person where one of the pauses has no end", () => {
    const pauseReasons = [
      { ...ana, expiresAtMs: startMs + 1 },
      { ...ana, expiresAtMs: null },
    ];
    const lifecycle = { kind: "paused", sinceMs: startMs } as const;
    expect(when({ heldBackBy: holding("paused"), status: { lifecycle, pauseReasons } })).toEqual({
      by: ["resume"],
      when: notKnown("depends-on-a-person"),
    });
  });

  it("hangs on the last to end where several pauses have an end", () => {
    const pauseReasons = [
      { ...ana, expiresAtMs: startMs + 90_000 },
      { ...ana, expiresAtMs: startMs + 30_000 },
    ];
    const lifecycle = { kind: "paused", sinceMs: startMs } as const;
    expect(when({ heldBackBy: holding("paused"), status: { lifecycle, pauseReasons } })?.when).toEqual({
      kind: "at-the-latest",
      atMs: startMs + 90_000,
      by: "auto-resume",
    });
  });

  it("needs no release where the backlog is less than a second's work: the app keeps pace, and moves", () => {
    const app = new ToldApp().ticks(301, (i) => ({
      heldBackBy: holding("backlog"),
      partitions: [reading(0, BigInt(i * 100), BigInt(i * 100 + 50))],
      globalWatermarkMs: startMs - 31_000 + i * 1000,
    }));
    const { state, rates, holder } = app.diagnosed();
    expect(state.kind).toBe("moving");
    expect(rates).toMatchObject({
      lagCatchUp: { kind: "caught-up" },
      eventTimeCatchUp: { kind: "caught-up" },
    });
    expect(holder?.release).toEqual({
      by: ["dispatch"],
      when: {
        kind: "keeping-pace",
        basis: { fromMs: startMs, toMs: startMs + 300_000, overMs: 300_000 },
      },
    });
  });

  it("is reckoned for a backlog from how fast it shrank, with the time it was measured over", () => {
    const app = new ToldApp().ticks(61, (i) => ({
      heldBackBy: holding("backlog"),
      partitions: [reading(0, BigInt(i * 100), 20_000n), reading(1, 0n, 5n)],
    }));
    // 14,000 are left at 100 a second.
    expect(app.diagnosed().holder?.release).toEqual({
      by: ["dispatch"],
      when: {
        kind: "estimated",
        inMs: 140_000,
        atMs: startMs + 200_000,
        basis: { fromMs: startMs, toMs: startMs + 60_000, overMs: 60_000 },
      },
    });
  });
});
