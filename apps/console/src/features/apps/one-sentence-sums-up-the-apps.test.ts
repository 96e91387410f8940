import type { AppSummary } from "@stoatflow/api";
import type { Lifecycle } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { overviewOf } from "./overview.ts";

const atMs = 1_790_000_000_000;

function app(id: string, gapMs: number | null, more: Partial<AppSummary> = {}): AppSummary {
  return {
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
    globalWatermarkMs: gapMs === null ? null : atMs - gapMs,
    watermarkAtMs: atMs,
    heldBackBy: { topic: "orders", partition: 3, reason: "caught-up" },
    heldBackBoundMs: 5000,
    partitions: 6,
    lag: "0",
    partitionsWithoutLag: 0,
    lateDropped: 0,
    violations: 0,
    bugs: 0,
    ...more,
  };
}

const as = (id: string, lifecycle: Lifecycle): AppSummary => app(id, 60_000, { lifecycle });
const gone = (id: string): AppSummary =>
  app(id, null, { connection: { kind: "unreachable", sinceMs: atMs, lastSeenMs: null, reason: "refused" } });

test.each<[string, readonly AppSummary[]]>([
  ["orders keeps up.", [app("orders", 5100)]],
  ["Both apps keep up.", [app("orders", 5100), app("fraud", 6900)]],
  ["All 3 apps keep up.", [app("orders", 5100), app("fraud", 6900), app("stock", 0)]],
  [
    "shipping can't be read, payments is paused, orders is behind; fraud keeps up.",
    [
      gone("shipping"),
      as("payments", { kind: "paused", sinceMs: atMs }),
      app("orders", 7001),
      app("fraud", 0),
    ],
  ],
  ["2 are behind; 2 keep up.", [app("a", 9000), app("b", 9000), app("c", 0), app("d", 0)]],
  [
    "a has failed, b has no watermark yet.",
    [as("a", { kind: "failed", code: "x", message: "" }), app("b", null)],
  ],
])("%s", (sentence, apps) => {
  expect(overviewOf(apps)).toBe(sentence);
});

test("an app that tells nothing new is not said to keep up", () => {
  const apps = [gone("shipping"), app("stock", 5100), app("fraud", 5100)];
  expect(overviewOf(apps, ({ id }) => id !== "fraud")).toBe(
    "shipping can't be read, stock tells nothing new; fraud keeps up.",
  );
});
