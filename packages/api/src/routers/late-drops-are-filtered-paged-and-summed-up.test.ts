import type { LateDrop } from "@stoatflow/engine/wire";
import { expect, test } from "vitest";
import { lateDropOf } from "../testing/bodies.ts";
import { untilSequence } from "../testing/collecting.ts";
import { failing, serving } from "../testing/serving.ts";
import { filteredLateDropPage, lateDropFigures } from "../wire/index.ts";

/** Ten drops; those with an even id are of operator `even`. */
const tenDrops = (): LateDrop[] =>
  Array.from({ length: 10 }, (_, i) => ({
    ...lateDropOf(i + 1),
    operator: i % 2 === 1 ? "even" : "odd",
    latenessMs: (i + 1) * 1000,
  }));

async function servingDrops(drops: LateDrop[] = tenDrops()) {
  const at = await serving();
  at.engine.lateDrops = drops;
  at.engine.tick({ lateDropsNext: String(drops.length) });
  await untilSequence(at.app, "2");
  expect((await at.app.lateDrops({ limit: 1 })).freshness).toEqual({ kind: "current" });
  return at;
}

test("pages hold what matches, newest first, and end with no cursor", async () => {
  await using at = await servingDrops();
  const filter = { operator: "even" };
  const seen: string[] = [];
  let before: string | undefined;
  do {
    const input = { appId: "orders", filter, limit: 2, before };
    const page = filteredLateDropPage.parse(await at.client.lateDrops.list.query(input));
    expect(page.items.length).toBeGreaterThan(0);
    expect(page.total).toBe(10);
    seen.push(...page.items.map(({ id }) => id));
    before = page.nextBefore ?? undefined;
  } while (before !== undefined);
  expect(seen).toEqual(["10", "8", "6", "4", "2"]);
});

test("a page that holds the last match has no cursor, though older drops are held that do not match", async () => {
  await using at = await servingDrops();
  const page = await at.client.lateDrops.list.query({
    appId: "orders",
    filter: { latenessMinMs: 9000 },
    limit: 2,
  });
  expect(page.items.map(({ id }) => id)).toEqual(["10", "9"]);
  expect(page.nextBefore).toBeNull();
  expect(page.looked).toBe(10);
});

test("drops that come between two pages shift nothing", async () => {
  await using at = await servingDrops();
  const first = await at.client.lateDrops.list.query({ appId: "orders", limit: 3 });
  at.engine.lateDrops.push(lateDropOf(11), lateDropOf(12));
  at.engine.tick({ lateDropsNext: "12" });
  await untilSequence(at.app, "3");
  const before = first.nextBefore ?? undefined;
  const second = await at.client.lateDrops.list.query({ appId: "orders", limit: 3, before });
  expect(second.items.map(({ id }) => id)).toEqual(["7", "6", "5"]);
});

test("a cursor of one filter is refused with another", async () => {
  await using at = await servingDrops();
  const first = await at.client.lateDrops.list.query({ appId: "orders", limit: 1 });
  const input = { appId: "orders", filter: { operator: "even" }, before: first.nextBefore ?? "" };
  const { message, data } = await failing(at.client.lateDrops.list.query(input));
  expect(data).toEqual({ code: "BAD_REQUEST", httpStatus: 400, apiCode: "unknown-cursor" });
  expect(message).toMatch(/is a cursor of another list or filter; leave it out$/);
});

test("a wrong filter names its field", async () => {
  await using at = await servingDrops();
  const filter = { latenessMinMs: 2, latenessMaxMs: 1 };
  const { message, data } = await failing(at.client.lateDrops.list.query({ appId: "orders", filter }));
  expect(data).toMatchObject({ code: "BAD_REQUEST" });
  expect(message).toBe("filter.latenessMinMs: is above latenessMaxMs");
});

test("figures name their unit and their population: how many are held of how many there were, and since when", async () => {
  await using at = await servingDrops();
  const figures = await at.client.lateDrops.figures.query({ appId: "orders", gracesMs: [50_000] });
  expect(lateDropFigures.parse(figures)).toMatchObject({
    population: {
      unit: "record × window",
      held: 10,
      heldOfRun: 10,
      totalOfRun: 10,
      totalSinceMs: 1_790_000_000_000,
      oldestHeldAtMs: 1_790_000_000_001,
      newestHeldAtMs: 1_790_000_000_010,
      olderThanHeld: false,
      freshness: { kind: "current" },
    },
    matching: 10,
    lateness: { kind: "known", minMs: 1000, maxMs: 10_000, method: "nearest-rank" },
    // The window closed at −60 s, and the watermark was at −20 s: 40 s were not enough, and the grace was 10 s.
    grace: { kept: [{ graceMs: 50_000, kept: 10, of: 10, percent: 100 }] },
    operators: [
      { operator: "even", matching: 5, graceMs: [10_000] },
      { operator: "odd", matching: 5, graceMs: [10_000] },
    ],
    omittedOperators: 0,
  });
});

test("a grace keeps a drop from one millisecond beyond what the watermark had passed", async () => {
  await using at = await servingDrops();
  const gracesMs = [40_000, 40_001];
  const { grace } = await at.client.lateDrops.figures.query({ appId: "orders", gracesMs });
  expect(grace.kept.map(({ percent }) => percent)).toEqual([0, 100]);
  expect(new Set(grace.needed.map(({ graceMs }) => graceMs))).toEqual(new Set([40_001]));
});

test("figures are of what matches, and say how many that is of how many are held", async () => {
  await using at = await servingDrops();
  const filter = { operator: "even", latenessMinMs: 5000 };
  const figures = await at.client.lateDrops.figures.query({ appId: "orders", filter });
  expect(figures).toMatchObject({
    population: { held: 10 },
    matching: 3,
    lateness: {
      quantiles: [
        { percent: 50, latenessMs: 8000 },
        { percent: 75, latenessMs: 10_000 },
        { percent: 90, latenessMs: 10_000 },
        { percent: 95, latenessMs: 10_000 },
        { percent: 99, latenessMs: 10_000 },
        { percent: 100, latenessMs: 10_000 },
      ],
      histogram: [
        { fromMs: 5000, toMs: 10_000, count: 2 },
        { fromMs: 10_000, toMs: 20_000, count: 1 },
      ],
    },
  });
});

test("of nothing there is no share, no quantile and no bucket", async () => {
  await using at = await servingDrops([]);
  const figures = await at.client.lateDrops.figures.query({ appId: "orders", gracesMs: [1] });
  expect(figures).toMatchObject({
    population: { held: 0, totalOfRun: 0, oldestHeldAtMs: null, newestHeldAtMs: null },
    matching: 0,
    lateness: { kind: "none" },
    grace: { kept: [{ graceMs: 1, kept: 0, of: 0, percent: null }], needed: [] },
    operators: [],
  });
});

test("drops of an earlier run are looked at, and told apart from those that this run has counted", async () => {
  await using at = await servingDrops();
  at.engine.restart({ bootId: "boot2" });
  await untilSequence(at.app, "1");
  at.engine.lateDrops = [lateDropOf(1)];
  at.engine.tick({ lateDropsNext: "1" });
  await untilSequence(at.app, "2");
  const { population } = await at.client.lateDrops.figures.query({ appId: "orders" });
  expect(population).toMatchObject({ held: 11, heldOfRun: 1, totalOfRun: 1 });
});

test("drops that the app no longer had are named as missing", async () => {
  await using at = await serving();
  at.engine.lateDrops = [lateDropOf(8), lateDropOf(9)];
  at.engine.missed = 7;
  at.engine.tick({ lateDropsNext: "9" });
  await untilSequence(at.app, "2");
  const { population } = await at.client.lateDrops.figures.query({ appId: "orders" });
  expect(population).toMatchObject({ held: 2, totalOfRun: 9, olderThanHeld: true });
});
