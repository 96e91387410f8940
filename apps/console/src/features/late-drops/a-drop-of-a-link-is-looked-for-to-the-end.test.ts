import type { FilteredLateDropPage } from "@stoatflow/api";
import { expect, test } from "vitest";
import { lateDropOf } from "../../../test/fake/entries.ts";
import { type AskForDrops, findDrop, pagesMax } from "./find-drop.ts";

const atMs = Date.UTC(2026, 10, 30, 3);
const drop = { ...lateDropOf(7, atMs), bootId: "b" };
const empty: FilteredLateDropPage = {
  items: [],
  looked: 0,
  notEvaluated: { count: 0, first: null },
  total: 7,
  retained: 7,
  olderThanRetained: false,
  freshness: { kind: "current" },
  nextBefore: null,
};
const none: AskForDrops = () => Promise.resolve(empty);

test("it is found behind the first page of its millisecond, and among those that were written down", async () => {
  const asked: Parameters<AskForDrops>[0][] = [];
  const ask: AskForDrops = (of) => {
    asked.push(of);
    if (of.from === "collector") return Promise.resolve(empty);
    return Promise.resolve(
      of.before === undefined ? { ...empty, nextBefore: "further" } : { ...empty, items: [drop] },
    );
  };
  expect(await findDrop(ask, "b-7", atMs)).toEqual({ kind: "open", drop });
  expect(asked.map(({ from, before }) => [from, before])).toEqual([
    ["collector", undefined],
    ["history", undefined],
    ["history", "further"],
  ]);
  expect(asked.map(({ filter }) => filter)).toEqual(Array(3).fill({ fromMs: atMs, untilMs: atMs + 1 }));
});

test("it is called gone only where all there is was looked through", async () => {
  expect(await findDrop(none, "b-7", atMs)).toMatchObject({
    kind: "not-found",
    words: expect.stringContaining("no longer held, neither in memory nor"),
  });
  const fails: AskForDrops = () => Promise.reject(new Error("no answer"));
  await expect(findDrop(fails, "b-7", atMs)).rejects.toThrow("no answer");
  const freshness = { kind: "failed", sinceMs: 0, reason: "no answer within 2 s" } as const;
  const withheld: AskForDrops = ({ from }) =>
    Promise.resolve(from === "collector" ? { ...empty, freshness } : empty);
  await expect(findDrop(withheld, "b-7", atMs)).rejects.toThrow("no answer within 2 s");
  const arriving: AskForDrops = ({ from }) =>
    Promise.resolve(from === "history" ? { ...empty, freshness: { kind: "fetching" } } : empty);
  expect(await findDrop(arriving, "b-7", atMs)).toMatchObject({ kind: "not-found" });
});

test("a link that names no moment is looked for in memory, and what was not looked through is said", async () => {
  const asked: string[] = [];
  const ask: AskForDrops = ({ from, filter }) => {
    asked.push(`${from} ${JSON.stringify(filter)}`);
    return Promise.resolve({ ...empty, items: [drop] });
  };
  expect(await findDrop(ask, "b-7", null)).toEqual({ kind: "open", drop });
  expect(await findDrop(none, "b-7", null)).toMatchObject({
    kind: "not-found",
    words: expect.stringContaining("written down were not looked through"),
  });
  expect(asked).toEqual(["collector {}"]);
});

test("looking ends at a bound, and says that there are more", async () => {
  let pages = 0;
  const endless: AskForDrops = () => Promise.resolve({ ...empty, nextBefore: `page-${++pages}` });
  expect(await findDrop(endless, "b-7", atMs)).toMatchObject({
    kind: "not-found",
    words: expect.stringContaining("10,000 that were looked through for it; there are more"),
  });
  expect(pages).toBe(pagesMax);
});
