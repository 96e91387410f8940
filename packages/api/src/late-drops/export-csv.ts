import type { Payload } from "@stoatflow/engine/wire";
import type { LateDropEntry } from "../wire/index.ts";
import { csvRow, integerCell, textCell, utcCell } from "./csv-cell.ts";
import type { ExportFormat } from "./export-format.ts";

type Column = readonly [name: string, cell: (drop: LateDropEntry) => string];

/** Text that may be missing: an absent one is an empty cell without quotes, an empty one has them. */
const orNothing = (text: string | undefined): string => (text === undefined ? "" : textCell(text));

const payloadColumns = (name: string, of: (drop: LateDropEntry) => Payload): Column[] => [
  [name, (drop) => orNothing(of(drop)?.text)],
  [`${name}Encoding`, (drop) => orNothing(of(drop)?.encoding)],
  [`${name}SizeBytes`, (drop) => integerCell(of(drop)?.sizeBytes ?? null)],
  [`${name}Truncated`, (drop) => orNothing(of(drop)?.truncated.toString())],
];

/** Milliseconds for a program, and beside them the same as a person reads it. */
const timeColumns = (name: string, of: (drop: LateDropEntry) => number | null): Column[] => [
  [`${name}Ms`, (drop) => integerCell(of(drop))],
  [`${name}Utc`, (drop) => utcCell(of(drop))],
];

const columns: readonly Column[] = [
  ["bootId", ({ bootId }) => textCell(bootId)],
  ["instanceId", ({ instanceId }) => orNothing(instanceId)],
  ["id", ({ id }) => integerCell(id)],
  ...timeColumns("at", ({ atMs }) => atMs),
  ["operator", ({ operator }) => textCell(operator)],
  ["topic", ({ topic }) => textCell(topic)],
  ["partition", ({ partition }) => integerCell(partition)],
  ["offset", ({ offset }) => integerCell(offset)],
  ["epoch", ({ epoch }) => integerCell(epoch)],
  ...timeColumns("timestamp", ({ timestampMs }) => timestampMs),
  ...timeColumns("watermark", ({ watermarkMs }) => watermarkMs),
  ["latenessMs", ({ latenessMs }) => integerCell(latenessMs)],
  ...timeColumns("windowStart", ({ window }) => window.startMs),
  ...timeColumns("windowEnd", ({ window }) => window.endMs),
  ["graceMs", ({ graceMs }) => integerCell(graceMs)],
  ["movedByTopic", ({ movedBy }) => orNothing(movedBy?.topic)],
  ["movedByPartition", ({ movedBy }) => integerCell(movedBy?.partition ?? null)],
  ["movedByCause", ({ movedBy }) => orNothing(movedBy?.cause)],
  ...timeColumns("movedByAt", ({ movedBy }) => movedBy?.atMs ?? null),
  ["movedByMissing", ({ movedByMissing }) => orNothing(movedByMissing ?? undefined)],
  ...payloadColumns("key", ({ key }) => key),
  ...payloadColumns("value", ({ value }) => value),
  ["headers", ({ headers }) => textCell(JSON.stringify(headers))],
  ["keptWindows", ({ keptWindows }) => textCell(JSON.stringify(keptWindows))],
];

/**
 * For spreadsheets, so with a byte order mark: without one they take UTF-8 for the local code page and garble every
 * letter beyond ASCII. Programs that read CSV skip it as a rule; they have the other format, which never has one.
 */
export const csvFormat: ExportFormat = {
  contentType: "text/csv; charset=utf-8; header=present",
  extension: "csv",
  head: `\uFEFF${csvRow(columns.map(([name]) => textCell(name)))}`,
  row: (drop) => csvRow(columns.map(([, cell]) => cell(drop))),
  cut: (rows) => remark(`cut after ${rows} rows: there are more drops; narrow the filter`),
  unclear: (drops) =>
    remark(`${drops} more drops are not here: the expression could not be held against them`),
};

function remark(text: string): string {
  return csvRow([textCell(text), ...columns.slice(1).map(() => "")]);
}
