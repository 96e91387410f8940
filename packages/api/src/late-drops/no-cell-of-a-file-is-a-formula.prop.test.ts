import fc from "fast-check";
import { expect, test } from "vitest";
import { lateDropOf } from "../testing/bodies.ts";
import { lateDropEntry } from "../wire/index.ts";
import { textCell } from "./csv-cell.ts";
import { csvFormat } from "./export-csv.ts";
import { ndjsonFormat } from "./export-ndjson.ts";

/** A cell as RFC 4180 reads it, and whether it was in quotes. */
interface Cell {
  readonly text: string;
  readonly quoted: boolean;
}

/** Reads CSV by the grammar of RFC 4180, and throws where a text does not follow it. */
function rowsOf(csv: string): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let at = 0;
  while (at < csv.length) {
    const quoted = csv[at] === '"';
    let text = "";
    if (quoted) {
      at += 1;
      for (;;) {
        if (at >= csv.length) throw new Error("a quote is not closed");
        if (csv[at] !== '"') text += csv[at];
        else if (csv[at + 1] === '"') {
          text += '"';
          at += 1;
        } else break;
        at += 1;
      }
      at += 1;
    } else {
      while (at < csv.length && csv[at] !== "," && csv[at] !== "\r") {
        if (csv[at] === '"' || csv[at] === "\n") throw new Error("a bare quote or line feed");
        text += csv[at];
        at += 1;
      }
    }
    row.push({ text, quoted });
    if (csv[at] === ",") at += 1;
    else if (csv.startsWith("\r\n", at)) {
      at += 2;
      rows.push(row);
      row = [];
    } else throw new Error("a cell ends in neither a comma nor a line break");
  }
  if (row.length > 0) throw new Error("the last row does not end");
  return rows;
}

const sign = fc.constantFrom("=", "+", "-", "@", "＝", "＋", "－", "＠");
const separator = fc.constantFrom(";", "\t", "|", "\n", "\r", "\r\n", ",", '"', " ");
const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc
    .array(fc.oneof(sign, separator, fc.string({ maxLength: 3 })), { maxLength: 8 })
    .map((parts) => parts.join("")),
  fc
    .tuple(
      fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＠", '"', ",", ";", "'", "\r\n"),
      fc.string({ maxLength: 20 }),
    )
    .map(([first, rest]) => first + rest),
);
const payload = fc.option(
  nasty.map((text) => ({ encoding: "utf8" as const, text, sizeBytes: text.length, truncated: false })),
  { nil: null },
);
const int64 = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String);
const drop = fc
  .record({
    key: payload,
    value: payload,
    headers: fc.array(fc.tuple(nasty, payload), { maxLength: 3 }),
    operator: nasty,
    topic: nasty,
    bootId: nasty.filter((text) => text !== ""),
    offset: int64,
    id: int64,
    timestampMs: fc.maxSafeInteger(),
    latenessMs: fc.maxSafeInteger(),
  })
  .map((change) => ({ ...lateDropOf(1), ...change }));

const header = rowsOf(csvFormat.head.slice(1))[0]?.map(({ text }) => text) ?? [];

test("every row is by the grammar of RFC 4180 and has a cell for each name, whatever is in it", () => {
  fc.assert(
    fc.property(fc.array(drop, { maxLength: 5 }), (drops) => {
      const rows = rowsOf(csvFormat.head.slice(1) + drops.map((each) => csvFormat.row(each)).join(""));
      expect(rows.map((cells) => cells.length)).toEqual(
        Array.from({ length: drops.length + 1 }, () => header.length),
      );
    }),
  );
});

/** What a reader could take for the beginning of a cell whose content is a formula. */
const beginsFormula = /^[\s"]*[=+\-@＝＋－＠]/;
const withoutApostrophes = (text: string) => text.replaceAll("'", "");

test("no cell that a producer wrote begins a formula, and but for apostrophes it is there to the letter", () => {
  fc.assert(
    fc.property(drop, (each) => {
      const [cells = []] = rowsOf(csvFormat.row(each));
      for (const { text, quoted } of cells) {
        // What is not in quotes is empty or an integer of the engine's.
        if (quoted) expect(text).not.toMatch(/^[\t\r\n]/);
        if (quoted) expect(text).not.toMatch(beginsFormula);
        else expect(text).toMatch(/^(-?\d+)?$/);
      }
      const told = (name: string, written: string | undefined) => {
        const cell = cells[header.indexOf(name)];
        if (written === undefined) return expect(cell).toEqual({ text: "", quoted: false });
        expect(cell?.quoted).toBe(true);
        expect(withoutApostrophes(cell?.text ?? "")).toBe(withoutApostrophes(written));
        if (!/[=+\-@\t\r\n＝＋－＠]/.test(written)) expect(cell?.text).toBe(written);
      };
      told("key", each.key?.text);
      told("value", each.value?.text);
      told("operator", each.operator);
      told("headers", JSON.stringify(each.headers));
    }),
  );
});

test.each([
  [";", /[;\r\n]/],
  ["a tab", /[\t\r\n]/],
  ["|", /[|\r\n]/],
])("a reader that takes %s between cells, and quotes as it likes, finds no formula either", (_, between) => {
  fc.assert(
    fc.property(drop, (each) => {
      for (const cell of csvFormat.row(each).split(between)) expect(cell).not.toMatch(beginsFormula);
    }),
  );
});

test.each([
  ["7;=1+1", "7;'=1+1"],
  ["7; =1+1", "7; '=1+1"],
  ['7;"=1+1', "7;\"'=1+1"],
  ["hello\n=cmd|' /C calc'!A0", "hello\n'=cmd|' /C calc'!A0"],
  ["\t=1", "'\t'=1"],
  ["a=b; c-d; e@f.org", "a=b; c-d; e@f.org"],
])("%j stands in its cell as %j", (text, told) => {
  expect(textCell(text)).toBe(`"${told.replaceAll('"', '""')}"`);
});

test("text of many line breaks or quotes is guarded in one pass", () => {
  for (const long of ["\n".repeat(200_000), '"'.repeat(200_000), "=".repeat(200_000)])
    expect(textCell(long)).toHaveLength(long.replaceAll('"', '""').length + (long.startsWith('"') ? 2 : 3));
});

test("64-bit integers keep all of their digits in both formats", () => {
  fc.assert(
    fc.property(drop, (each) => {
      const [cells = []] = rowsOf(csvFormat.row(each));
      expect(cells[header.indexOf("offset")]).toEqual({ text: each.offset, quoted: false });
      expect(cells[header.indexOf("id")]?.text).toBe(each.id);
      expect(cells[header.indexOf("latenessMs")]?.text).toBe(String(each.latenessMs));
      expect(JSON.parse(ndjsonFormat.row(each))).toMatchObject({ offset: each.offset, id: each.id });
    }),
  );
});

test("each time stands beside its milliseconds as a person reads it, where there is a date for it", () => {
  const row = { ...lateDropOf(1), bootId: "boot1", timestampMs: 1_790_000_000_123, watermarkMs: 9e15 };
  const [cells = []] = rowsOf(csvFormat.row(row));
  const told = (name: string) => cells[header.indexOf(name)]?.text;
  expect([told("timestampMs"), told("timestampUtc")]).toEqual(["1790000000123", "2026-09-21T14:13:20.123Z"]);
  expect([told("watermarkMs"), told("watermarkUtc")]).toEqual(["9000000000000000", ""]);
  const times = header.filter((name) => name.endsWith("Ms") && !["latenessMs", "graceMs"].includes(name));
  expect(times.map((name) => header[header.indexOf(name) + 1])).toEqual(
    times.map((name) => name.replace(/Ms$/, "Utc")),
  );
});

test("the other format is one object a line, exactly as the API has it", () => {
  fc.assert(
    fc.property(drop, (each) => {
      const row = ndjsonFormat.row(each);
      expect(row.indexOf("\n")).toBe(row.length - 1);
      const parsed: unknown = JSON.parse(row);
      expect(parsed).toEqual(each);
    }),
  );
  const row = ndjsonFormat.row({ ...lateDropOf(1), bootId: "boot1" });
  expect(lateDropEntry.parse(JSON.parse(row))).toMatchObject({ id: "1", bootId: "boot1" });
});

test("a file for spreadsheets says that it is UTF-8, and one for programs begins with its first object", () => {
  expect(csvFormat.head.startsWith("\uFEFF")).toBe(true);
  expect(csvFormat.head.slice(1)).not.toContain("\uFEFF");
  expect(ndjsonFormat.head).toBe("");
});
