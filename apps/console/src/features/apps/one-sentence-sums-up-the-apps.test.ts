import type { ListedApp } from "@stoatflow/api";
import type { Lifecycle } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { wellApp } from "../../../test/fake/well-app.ts";
import { overviewOf } from "./overview.ts";

const atMs = 1_790_000_000_000;

const app = (id: string, gapMs: number | null, more: Partial<ListedApp> = {}): ListedApp =>
  wellApp(id, atMs, { globalWatermarkMs: gapMs === null ? null : atMs - gapMs, ...more });

const as = (id: string, lifecycle: Lifecycle): ListedApp => app(id, 60_000, { lifecycle });
const gone = (id: string): ListedApp =>
  app(id, null, { connection: { kind: "unreachable", sinceMs: atMs, lastSeenMs: null, reason: "refused" } });

const fullLane = { lanes: 8, fullLanes: 1, oldestAgeMs: 4100, eventLoopDelayMs: 1, cause: null };

test.each<[string, readonly ListedApp[]]>([
  ["orders keeps up.", [app("orders", 5100)]],
  ["Both apps keep up.", [app("orders", 5100), app("fraud", 6900)]],
  ["All 3 apps keep up.", [app("orders", 5100), app("fraud", 6900), app("stock", 0)]],
  [
    "3 need a look: shipping can't be read, payments is paused, orders is behind; fraud keeps up.",
    [
      gone("shipping"),
      as("payments", { kind: "paused", sinceMs: atMs }),
      app("orders", 15_001),
      app("fraud", 0),
    ],
  ],
  ["2 are behind; 2 keep up.", [app("a", 20_000), app("b", 20_000), app("c", 0), app("d", 0)]],
  [
    "a has failed, b has no watermark yet.",
    [as("a", { kind: "failed", code: "x", message: "" }), app("b", null)],
  ],
  [
    "4 need a look: a shows a bug, b has full lanes, c has a pause that nobody ended, d has expected violations; e keeps up.",
    [
      app("a", 0, { violations: 2, bugs: 1 }),
      app("b", 0, { pressure: fullLane }),
      app("c", 0, { endedPauses: { count: 1, newest: null } }),
      app("d", 0, { violations: 1 }),
      app("e", 0),
    ],
  ],
  [
    "a drops records as late, b has expected violations; c keeps up.",
    [
      app("a", 0, { lateDropRate: { kind: "measured", perMinute: 204, dropped: 1020, overMs: 300_000 } }),
      app("b", 0, { violations: 1 }),
      app("c", 0),
    ],
  ],
  [
    "till is ahead of its own clock; fraud keeps up.",
    [app("till", -7_200_000), app("fraud", -30_000, { pace: { kind: "ahead", gapMs: -30_000 } })],
  ],
  [
    "2 show a bug, 2 are behind.",
    [
      app("a", 0, { violations: 1, bugs: 1 }),
      app("b", 20_000, { violations: 1, bugs: 1 }),
      app("c", 20_000),
      app("d", 600_000),
    ],
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
