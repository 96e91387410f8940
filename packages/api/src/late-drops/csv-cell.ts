/**
 * Text as a cell of RFC 4180, always in quotes: a reader that keeps to it finds no cell within another.
 *
 * A spreadsheet takes a cell that begins with one of some signs for a formula, and a formula can send what stands beside
 * it elsewhere. Such a sign gets an apostrophe in front, which spreadsheets take for "this is text". It gets one as
 * well behind what another reader may take for the end of a cell or of a row (`;`, a tab, `|`, a line break): where a
 * comma is a decimal point, spreadsheets expect `;` between cells, and the quotes then mean nothing. What the text was
 * exactly is in the other format.
 *
 * @example
 * ```ts
 * textCell("=1+1"); // "\"'=1+1\""
 * textCell("7;=1+1"); // "\"7;'=1+1\""
 * ```
 */
export function textCell(text: string): string {
  return `"${text.replace(beginsCell, "'").replaceAll('"', '""')}"`;
}

/**
 * Where a cell begins that is a formula, or with a tab or a line break, which some readers skip. Blanks and quotes may
 * stand between; the signs in full width are the same to a spreadsheet. It looks back from each sign, so that a text of
 * blanks alone is gone through once.
 */
const beginsCell = /^(?=[\t\r\n])|(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t|\r\n])[\s"]*)/g;

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
