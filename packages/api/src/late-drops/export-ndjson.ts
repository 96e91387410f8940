import type { ExportFormat } from "./export-format.ts";

/** For programs: one late drop a line, exactly as the API has it, 64-bit integers as text. */
export const ndjsonFormat: ExportFormat = {
  contentType: "application/x-ndjson; charset=utf-8",
  extension: "ndjson",
  head: "",
  row: (drop) => `${JSON.stringify(drop)}\n`,
  unclear: (drops) =>
    `${JSON.stringify({ notEvaluated: { drops, reason: "the expression could not be held against them" } })}\n`,
  cut: (rows) => `${JSON.stringify({ cut: { rows, remedy: "there are more drops; narrow the filter" } })}\n`,
};
