/**
 * Text as a cell of RFC 4180, always in quotes: a reader that takes another separator then finds no cell of its own
 * within it.
 *
 * A spreadsheet takes a cell that begins with one of these for a formula, and a formula can send what stands beside it
 * elsewhere. Such a cell gets an apostrophe in front, which spreadsheets take for "this is text". What the text was
 * exactly is in the other format.
 *
 * @example
 * ```ts
 * textCell("=1+1"); // "\"'=1+1\""
 * ```
 */
export function textCell(text: string): string {
  const guarded = startsFormula.test(text) ? `'${text}` : text;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** The signs in full width are the same to a spreadsheet; a line feed is skipped by some. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * An integer as a cell, all of its digits. It is no text that somebody else wrote, so a minus sign begins no formula.
 * `null` is an empty cell.
 */
export function integerCell(value: number | string | null): string {
  return value === null ? "" : String(value);
}

/** The last millisecond that a date can name, and less zero the first. */
const dateMaxMs = 8_640_000_000_000_000;

/**
 * A time since 1970 as ISO 8601. What no date can name is an empty cell: an app may stamp a record with anything.
 *
 * @example
 * ```ts
 * utcCell(1_790_000_000_000); // "\"2026-09-21T14:13:20.000Z\""
 * ```
 */
export function utcCell(ms: number | null): string {
  return ms === null || Math.abs(ms) > dateMaxMs ? "" : textCell(new Date(ms).toISOString());
}

/** The cells of one row, which ends as RFC 4180 has it. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}
