import type { LifecycleChange } from "@stoatflow/api";
import { expect, test } from "vitest";
import { aroundViolation } from "./around.ts";

const change = (atMs: number, of: Partial<LifecycleChange>): LifecycleChange => ({
  atMs,
  bootId: "b",
  from: null,
  to: { kind: "running" },
  isRestart: false,
  by: null,
  ...of,
});

test("changes of the app and new leader epochs are told in the order of time, each with what is known of it", () => {
  const lifecycle = [
    change(3000, { isRestart: true }),
    change(1000, {
      to: { kind: "paused", sinceMs: 1000 },
      by: { kind: "paused", atMs: 900, actor: "ana\u202e", reason: "schema change" },
    }),
  ];
  const leaderChanges = [
    { fromEpoch: 4, toEpoch: 5, atOffset: "9007199254740993", readAtMs: 2000 },
    { fromEpoch: 5, toEpoch: 7, atOffset: "9007199254740994", readAtMs: 4000 },
  ];
  const around = aroundViolation("orders-3", lifecycle, leaderChanges);
  expect(around.map(({ atMs, words }) => `${atMs} ${words}`)).toEqual([
    "1000 it became paused, by ana\\u202e",
    "2000 a new leader epoch of orders-3 (4 to 5), as read at offset 9,007,199,254,740,993",
    "3000 the app, or one of its instances, was started anew (running)",
    "4000 a new leader epoch of orders-3 (5 to 7), as read at offset 9,007,199,254,740,994",
  ]);
  expect(new Set(around.map(({ key }) => key)).size).toBe(4);
});
