import fc from "fast-check";
import { expect, test } from "vitest";
import { type ChartFrame, emptyFrame } from "./chart-frame.ts";
import { drawnFrame } from "./chart-view.ts";
import { sortedRows, tableRows, tableRowsMax } from "./table-rows.ts";

const value = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null });
const column = fc.array(value, { minLength: 200, maxLength: 200 });
const atMs = Array.from({ length: 200 }, (_, moment) => moment * 1000);
const span = { fromMs: 0, toMs: 199_000 };

const frameOf = (global: readonly (number | null)[], line: readonly (number | null)[]): ChartFrame => ({
  ...emptyFrame,
  atMs,
  globalMs: global,
  globalGapMs: global,
  lines: [{ name: "orders-0", watermarksMs: line }],
});

test("each value of the chart is within its row's range, and each range is of values of the chart", () => {
  fc.assert(
    fc.property(column, column, (global, line) => {
      const frame = frameOf(global, line);
      const rows = tableRows(frame, "plane", span);
      expect(rows.length).toBeLessThanOrEqual(tableRowsMax);
      const { global: drawnGlobal, lines } = drawnFrame(frame, "plane");
      const columns = [
        { drawn: drawnGlobal, ranges: rows.map((row) => row.global) },
        { drawn: lines[0] ?? [], ranges: rows.map((row) => row.lines[0]) },
      ];
      for (const { drawn, ranges } of columns) {
        for (const [moment, each] of drawn.entries()) {
          if (each === null) continue;
          const at = atMs[moment] ?? 0;
          const isThere = rows.some(({ fromMs, untilMs }, place) => {
            const range = ranges[place];
            const isThen = at >= fromMs - 1 && at <= untilMs + 1;
            return isThen && range !== undefined && range.low <= each && each <= range.high;
          });
          expect(isThere).toBe(true);
        }
      }
      const lows = rows.flatMap((row) =>
        row.global === undefined ? [] : [row.global.low, row.global.high, row.global.last],
      );
      for (const each of lows) expect(global).toContain(each);
    }),
    { numRuns: 30 },
  );
});

test("sorted by any column, either way, rows without its value come last", () => {
  const rows = tableRows(
    frameOf(
      atMs,
      atMs.map((each) => (each < 50_000 ? null : 200_000 - each)),
    ),
    "plane",
    span,
  );
  const firsts = sortedRows(rows, { by: 0, isDescending: true }).map((row) => row.lines[0]?.last);
  const known = firsts.filter((each) => each !== undefined);
  expect(known).toEqual(known.toSorted((a, b) => b - a));
  expect(firsts.slice(known.length).every((each) => each === undefined)).toBe(true);
  expect(sortedRows(rows, { by: 0, isDescending: false }).at(-1)?.lines[0]).toBeUndefined();
  expect(sortedRows(rows, { by: "time", isDescending: true })[0]?.fromMs).toBe(rows.at(-1)?.fromMs);
});
