import type { FilteredLateDropPage } from "@stoatflow/api";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lateDropOf } from "../../../test/fake/entries.ts";
import { beginWith, type DropTail, newerThan, rowsMax, withNewest, withOlder } from "./drop-tail.ts";
import { type HeldDrops, keyText, loadingOlder } from "./older-drops.ts";

const atMs = Date.UTC(2026, 10, 30, 3);

/** The page of drops `from` down to `to`, of a list that goes down to 1. */
function pageOf(from: number, to: number): FilteredLateDropPage {
  return {
    items: Array.from({ length: from - to + 1 }, (_, i) => ({ ...lateDropOf(from - i, atMs), bootId: "b" })),
    looked: from - to + 1,
    notEvaluated: { count: 0, first: null },
    total: from,
    retained: from,
    olderThanRetained: false,
    freshness: { kind: "current" },
    nextBefore: to > 1 ? `before-${to}` : null,
  };
}

const ids = (tail: DropTail | undefined): number[] => tail?.rows.map(({ id }) => Number(id)) ?? [];
const countdown = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, i) => from - i);

test("a newer page goes on top, and what was at hand stays below it, none twice", () => {
  const tail = withOlder(beginWith(pageOf(100, 51)), pageOf(50, 31), "before-51");
  const grown = withNewest(tail, pageOf(120, 71));
  expect(ids(grown)).toEqual(countdown(120, 31));
  expect(grown?.end).toEqual({ kind: "more", before: "before-31" });
  expect(grown?.standing.total).toBe(120);
});

test("a page that does not reach down to what is at hand is never joined to it", () => {
  expect(withNewest(beginWith(pageOf(100, 51)), pageOf(400, 351))).toBeUndefined();
  expect(ids(withNewest(beginWith(pageOf(20, 1)), pageOf(60, 1)))).toEqual(countdown(60, 1));
});

test("a page that was asked for behind another end than the list has is never joined to it", () => {
  const released = beginWith(pageOf(100, 51));
  expect(withOlder(released, pageOf(20, 11), "before-21")).toBe(released);
  const whole = beginWith(pageOf(9, 1));
  expect(withOlder(whole, pageOf(4, 1), "before-5")).toBe(whole);
});

test("an older page goes into the list that it was asked for, whatever is asked or held meanwhile", async () => {
  const cache = new QueryClient();
  const [mine, other] = [
    ["tail", "eu-"],
    ["tail", "us-"],
  ];
  for (const key of [mine, other]) cache.setQueryData(key, beginWith(pageOf(100, 51)));
  let held: HeldDrops | undefined;
  const loading = () =>
    loadingOlder(cache, (change) => {
      held = change(held);
    });
  const observer = new MutationObserver(cache, loading());
  let answer: (page: FilteredLateDropPage) => void = () => undefined;
  const answered = new Promise<FilteredLateDropPage>((resolve) => {
    answer = resolve;
  });
  const asked = observer.mutate({ queryKey: mine, before: "before-51", ask: () => answered });
  // As a page that was rendered anew does; another question is asked by now, and its list is held.
  observer.setOptions(loading());
  held = { key: keyText(other), atMs, tail: beginWith(pageOf(100, 51)) };
  answer(pageOf(50, 31));
  await asked;
  expect(ids(cache.getQueryData(mine))).toEqual(countdown(100, 31));
  expect(ids(cache.getQueryData(other))).toEqual(countdown(100, 51));
  expect(ids(held.tail)).toEqual(countdown(100, 51));
});

test("a list that is held while an older page is loaded has that page too, once it is let go as well", async () => {
  const cache = new QueryClient();
  cache.setQueryData(["tail"], beginWith(pageOf(100, 51)));
  let held: HeldDrops | undefined = { key: keyText(["tail"]), atMs, tail: beginWith(pageOf(100, 51)) };
  const observer = new MutationObserver(
    cache,
    loadingOlder(cache, (change) => {
      held = change(held);
    }),
  );
  await observer.mutate({
    queryKey: ["tail"],
    before: "before-51",
    ask: () => Promise.resolve(pageOf(50, 31)),
  });
  expect(ids(held?.tail)).toEqual(countdown(100, 31));
  expect(ids(cache.getQueryData(["tail"]))).toEqual(countdown(100, 31));
});

test("a list that found nothing yet begins with the first that match", () => {
  const none = { ...pageOf(5, 1), items: [], nextBefore: "looked-so-far" };
  expect(ids(withNewest(beginWith(none), pageOf(9, 3)))).toEqual(countdown(9, 3));
});

test("the list is bounded, and says that it is full", () => {
  let tail = beginWith(pageOf(1500, 1301));
  for (let from = 1300; from > 300; from -= 200)
    tail = withOlder(tail, pageOf(from, from - 199), `before-${from + 1}`);
  expect(ids(tail)).toEqual(countdown(1500, 501));
  expect(tail.end).toEqual({ kind: "full" });
  const grown = withNewest(tail, pageOf(1510, 1461));
  expect(ids(grown)).toEqual(countdown(1510, 511));
  expect(grown?.rows).toHaveLength(rowsMax);
});

test("however they arrive, what is listed is the newest without a gap", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("arrive" as const), count: fc.integer({ min: 0, max: 300 }) }),
    fc.record({ kind: fc.constant("older" as const), count: fc.integer({ min: 1, max: 200 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let newest = 80;
      const head = (limit: number) => pageOf(newest, Math.max(1, newest - limit + 1));
      let tail = beginWith(head(50));
      for (const { kind, count } of steps) {
        if (kind === "arrive") {
          newest += count;
          tail = withNewest(tail, head(50)) ?? withNewest(tail, head(200)) ?? beginWith(head(200));
        } else if (tail.end.kind === "more") {
          const last = ids(tail).at(-1) ?? 1;
          tail = withOlder(tail, pageOf(last - 1, Math.max(1, last - count)), tail.end.before);
        }
        expect(ids(tail)).toEqual(countdown(newest, ids(tail).at(-1) ?? 1));
        expect(tail.end.kind === "all").toBe(ids(tail).at(-1) === 1);
      }
    }),
    { numRuns: 100 },
  );
});

test("of a list that is held, those that came since are counted, as far as they are at hand", () => {
  const held = beginWith(pageOf(100, 51));
  expect(newerThan(held, beginWith(pageOf(100, 51)))).toEqual({ count: 0, atLeast: false });
  expect(newerThan(held, beginWith(pageOf(137, 51)))).toEqual({ count: 37, atLeast: false });
  expect(newerThan(held, beginWith(pageOf(400, 201)))).toEqual({ count: 200, atLeast: true });
  const empty = { ...held, rows: [], end: { kind: "all" } } as const;
  expect(newerThan(empty, beginWith(pageOf(3, 1)))).toEqual({ count: 3, atLeast: false });
});
