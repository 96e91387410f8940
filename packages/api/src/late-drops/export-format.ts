import type { LateDropEntry } from "../wire/index.ts";

/** How late drops are written into a file. */
export interface ExportFormat {
  readonly contentType: string;
  /** Of the file's name. */
  readonly extension: string;
  /** What comes before the first row. */
  readonly head: string;
  row(drop: LateDropEntry): string;
  /** The last row of a file that was cut after so many: it must not look whole. */
  cut(rows: number): string;
  /** The last row of a file in which so many may be missing, since the expression could not be held against them. */
  unclear(drops: number): string;
}
