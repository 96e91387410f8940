import { expect, test } from "vitest";
import type { CollectedApp, Collectors } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import type { ExportRequest } from "../late-drops/export-request.ts";
import { lateDropOf } from "../testing/bodies.ts";
import { fileText } from "../testing/file-text.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import type { LateDropEntry } from "../wire/index.ts";
import { exportLateDrops, type LateDropExport } from "./export-late-drops.ts";

/** A source of `held` drops that gives at most `atOnce` a page, whatever it is asked for. */
function sourceOf(held: number, atOnce: number) {
  let pages = 0;
  const source: Pick<CollectedApp, "lateDrops"> = {
    async lateDrops({ limit, before }) {
      pages += 1;
      const newest = before === undefined ? held : Number(before) - 1;
      const count = Math.min(limit, atOnce, newest);
      const items = Array.from(
        { length: count },
        (_, i): LateDropEntry => ({ ...lateDropOf(newest - i), bootId: "boot1" }),
      );
      const oldest = newest - count + 1;
      return {
        items,
        total: held,
        retained: held,
        olderThanRetained: false,
        nextBefore: oldest > 1 ? String(oldest) : null,
        freshness: { kind: "current" },
      };
    },
  };
  return { source, pages: () => pages };
}

function contextOf(source: Pick<CollectedApp, "lateDrops">): ApiContext {
  const app = source as ReturnType<Collectors["get"]>;
  const collectors = { get: () => app } as Partial<Collectors> as Collectors;
  const audit = { begin: async () => [{ id: "1", asked: {} }], end: async () => ({ kind: "complete" }) };
  const context = { collectors, audit, clock: new ManualClock(), exports: { kind: "on" } };
  return context as Partial<Record<keyof ApiContext, unknown>> as ApiContext;
}

const request = {
  appId: "orders",
  actor: "ana",
  reason: "ticket 7",
  format: "ndjson",
  from: "collector",
  filter: {},
} as const;

function fileOf(source: Pick<CollectedApp, "lateDrops">, asked: ExportRequest, rowsMax?: number) {
  return exportLateDrops(contextOf(source), asked, rowsMax);
}

async function linesOf(file: LateDropExport): Promise<Record<string, unknown>[]> {
  return (await fileText(file))
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test("a file holds all that match, newest first, over as many pages as the source gives", async () => {
  const { source } = sourceOf(25, 10);
  const lines = await linesOf(await fileOf(source, request));
  expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, i) => String(25 - i)));
});

test("a file of exactly as many rows as it may hold is whole, and one of more ends with a row that says so", async () => {
  const { source } = sourceOf(25, 10);
  expect(await linesOf(await fileOf(source, request, 25))).toHaveLength(25);
  const cut = await linesOf(await fileOf(source, request, 24));
  expect(cut).toHaveLength(25);
  expect(cut.at(-1)).toEqual({ cut: { rows: 24, remedy: "there are more drops; narrow the filter" } });
});

test("a cut file for spreadsheets has its last row as wide as the others", async () => {
  const { source } = sourceOf(3, 10);
  const text = await fileText(await fileOf(source, { ...request, format: "csv" }, 2));
  const last = text.split("\r\n").at(-2) ?? "";
  expect(last).toMatch(/^"cut after 2 rows: there are more drops; narrow the filter",+$/);
  expect(last.match(/,/g)).toHaveLength((text.split("\r\n")[0]?.match(/,/g) ?? []).length);
});

test("a search that has looked at as many as it may says that there are more", async () => {
  const { source } = sourceOf(200_001, 5000);
  const filter = { keyPrefix: "nobody" };
  const lines = await linesOf(await fileOf(source, { ...request, filter }));
  expect(lines).toEqual([{ cut: { rows: 0, remedy: "there are more drops; narrow the filter" } }]);
});

test("no more is read than was asked for, and a reader that stops ends it", async () => {
  const { source, pages } = sourceOf(1_000_000, 100);
  await (await fileOf(source, request)).give(async (pieces) => {
    await pieces.next();
    await pieces.next();
    // A page is some 80 KB of text, and a piece 64 KB.
    expect(pages()).toBeLessThanOrEqual(3);
    await pieces.return();
    expect((await pieces.next()).done).toBe(true);
  });
  expect(pages()).toBeLessThanOrEqual(3);
});

test("a name of an app writes nothing but its letters into the name of a file", async () => {
  const { source } = sourceOf(0, 10);
  const { fileName } = await exportLateDrops(contextOf(source), { ...request, appId: 'a"; b/../ü\r\n' });
  expect(fileName).toBe("late-drops-a_b_.._-1790000000000.ndjson");
});
