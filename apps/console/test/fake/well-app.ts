import type { ListedApp } from "@stoatflow/api";
import { gapTrailEveryMs, gapTrailMax, paceOf } from "@stoatflow/api/wire";

/** A row of an app that runs and keeps up, with what is other than that. */
export function wellApp(id: string, atMs: number, more: Partial<ListedApp> = {}): ListedApp {
  const app = {
    id,
    url: "http://127.0.0.1:4001/",
    environment: null,
    owner: null,
    runbookUrl: null,
    labels: {},
    connection: { kind: "live", sinceMs: atMs },
    app: id,
    lifecycle: { kind: "running" },
    pauseReasons: [],
    generation: 1,
    bootId: "b1",
    sequence: "7",
    atMs,
    receivedAtMs: atMs,
    staleAfterMs: 3000,
    globalWatermarkMs: atMs - 5100,
    watermarkAtMs: atMs,
    heldBackBy: { topic: "orders", partition: 3, reason: "caught-up" },
    heldBackBoundMs: 5000,
    partitions: 6,
    lag: "0",
    partitionsWithoutLag: 0,
    lateDropped: 0,
    violations: 0,
    bugs: 0,
    serverNowMs: atMs,
    age: { kind: "fresh", ageMs: 0 },
    lastSeenMs: atMs,
    gapTrail: { untilMs: atMs, everyMs: gapTrailEveryMs, gapsMs: Array<number>(gapTrailMax).fill(5100) },
    heldHeads: 0,
    lateDropRate: { kind: "measured", perMinute: 0, dropped: 0, overMs: 300_000 },
    pressure: { lanes: 8, fullLanes: 0, oldestAgeMs: null, eventLoopDelayMs: 1, cause: null },
    skew: { kind: "unknown" },
    instances: [],
    contested: [],
    contestedCount: 0,
    rates: {
      lag: { kind: "not-known", why: "too-short" },
      lagCatchUp: { kind: "caught-up" },
      eventTimeCatchUp: { kind: "caught-up" },
    },
    endedPauses: { count: 0, newest: null },
    ...more,
  } satisfies Omit<ListedApp, "pace">;
  return { pace: paceOf(app), ...app };
}
