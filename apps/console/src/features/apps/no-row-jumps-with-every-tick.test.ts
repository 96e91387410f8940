import { expect, test } from "vitest";
import { wellApp } from "../../../test/fake/well-app.ts";
import { calmMs, inOrder, type Standings, settle } from "./steady-order.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

const apps = ["a", "b", "c"].map((id) => ({ id }));
const order = (standings: Standings) =>
  inOrder(apps, standings)
    .map(({ id }) => id)
    .join("");
const at = (a: Trouble, b: Trouble, c: Trouble) =>
  new Map<string, Trouble>([
    ["a", a],
    ["b", b],
    ["c", c],
  ]);

test("an app that is now well and now behind goes up once, and stays there", () => {
  let standings = settle(new Map(), at("well", "well", "well"), 0);
  const orders = new Set<string>();
  for (let second = 1; second <= 120; second += 1) {
    standings = settle(standings, at("well", "well", second % 6 < 3 ? "behind" : "well"), second * 1000);
    orders.add(order(standings));
  }
  expect([...orders]).toEqual(["cab"]);
});

test("what becomes worse is on top at once", () => {
  let standings = settle(new Map(), at("well", "behind", "well"), 0);
  expect(order(standings)).toBe("bac");
  standings = settle(standings, at("well", "behind", "unreadable"), 1);
  expect(order(standings)).toBe("cba");
});

test("what is well for long enough goes down, to the worst that it was meanwhile", () => {
  let standings = settle(new Map(), at("well", "well", "failed"), 0);
  standings = settle(standings, at("well", "late", "behind"), 1000);
  standings = settle(standings, at("well", "late", "well"), 2000);
  standings = settle(standings, at("well", "late", "well"), calmMs);
  expect(standings.get("c")?.trouble).toBe("failed");
  standings = settle(standings, at("well", "late", "well"), calmMs + 1000);
  expect(standings.get("c")?.trouble).toBe("behind");
  standings = settle(standings, at("well", "late", "well"), calmMs + 2000);
  standings = settle(standings, at("well", "late", "well"), 2 * calmMs + 2000);
  expect(order(standings)).toBe("bac");
});

test("where nothing changes the standings are the same ones, so nothing is drawn anew", () => {
  const standings = settle(new Map(), at("well", "behind", "late"), 0);
  expect(settle(standings, at("well", "behind", "late"), 5000)).toBe(standings);
});

test("apps that come and go are ranked and forgotten", () => {
  const standings = settle(new Map(), at("well", "behind", "late"), 0);
  const two = settle(
    standings,
    new Map<string, Trouble>([
      ["a", "well"],
      ["d", "bug"],
    ]),
    1,
  );
  expect([...two.keys()]).toEqual(["a", "d"]);
});

test("numbers in names are in their order", () => {
  const numbered = ["app-13", "app-3", "app-1"].map((id) => ({ id }));
  const names = inOrder(numbered, new Map()).map(({ id }) => id);
  expect(names).toEqual(["app-1", "app-3", "app-13"]);
});

test("trouble comes first, and equals stand by name", () => {
  const atMs = 1_790_000_000_000;
  const connection = { kind: "unreachable", sinceMs: atMs, lastSeenMs: null, reason: "refused" } as const;
  const behind = (ms: number) => ({ globalWatermarkMs: atMs - ms });
  const all = [
    wellApp("well-b", atMs),
    wellApp("late", atMs, {
      lateDropRate: { kind: "measured", perMinute: 0.6, dropped: 3, overMs: 300_000 },
    }),
    wellApp("late-long-ago", atMs, { lateDropped: 3 }),
    wellApp("full", atMs, {
      pressure: { lanes: 8, fullLanes: 1, oldestAgeMs: 4100, eventLoopDelayMs: 1, cause: null },
    }),
    wellApp("behind", atMs, behind(60_000)),
    wellApp("far-behind", atMs, behind(600_000)),
    wellApp("set-back", atMs, { violations: 1 }),
    wellApp("bug", atMs, { violations: 2, bugs: 1 }),
    wellApp("paused", atMs, { lifecycle: { kind: "paused", sinceMs: atMs } }),
    wellApp("failed", atMs, { lifecycle: { kind: "failed", code: "fenced", message: "" } }),
    wellApp("gone", atMs, { connection }),
    wellApp("none", atMs, { globalWatermarkMs: null }),
    wellApp("silent", atMs),
    wellApp("well-a", atMs),
  ];
  const now = new Map(all.map((app) => [app.id, troubleOf(app, app.id === "silent")]));
  expect(inOrder(all, settle(new Map(), now, 0)).map(({ id }) => id)).toEqual([
    "gone",
    "failed",
    "silent",
    "bug",
    "far-behind",
    "behind",
    "full",
    "none",
    "paused",
    "late",
    "set-back",
    "late-long-ago",
    "well-a",
    "well-b",
  ]);
});
