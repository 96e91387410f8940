import type { WatermarksBody } from "@stoatflow/engine/wire";
import type { Page } from "playwright-core";

/** A number of the table of partitions as a person sees it, and where it came from. */
export interface PageCell {
  readonly partition: string;
  readonly column: string;
  readonly sequence: string;
  readonly text: string;
}

/** Every cell of the table of partitions, in one look at the page. */
export function partitionCells(page: Page): Promise<PageCell[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-partition][data-column]")].map((element) => ({
      partition: element.dataset["partition"] ?? "",
      column: element.dataset["column"] ?? "",
      sequence: element.closest<HTMLElement>("[data-sequence]")?.dataset["sequence"] ?? "",
      text: element.textContent?.trim() ?? "",
    })),
  );
}

/**
 * What the cells must say of a `/watermarks` body with absolute times, written out here and not taken from the
 * console: grouped digits, UTC clock times with milliseconds, a dash for what is not there.
 */
export function cellsOf(body: WatermarksBody): PageCell[] {
  return body.partitions.flatMap((row) => {
    const at = { partition: `${row.topic}-${row.partition}`, sequence: body.sequence };
    const texts: Record<string, string> = {
      state: row.state.replaceAll("-", " "),
      watermarkMs: clock(row.watermarkMs),
      previewWatermarkMs: clock(row.previewWatermarkMs),
      headHeldSinceMs: row.headHeldSinceMs === null ? dash : "held",
      headTimestampMs: clock(row.headTimestampMs),
      bufferedRecords: grouped(`${row.bufferedRecords}`),
      bufferCapacity: grouped(`${row.bufferCapacity}`),
      position: grouped(row.position),
      committed: grouped(row.committed),
      endPosition: grouped(row.endPosition),
      lag: grouped(row.lag),
    };
    return Object.entries(texts).map(([column, text]) => ({ ...at, column, text }));
  });
}

const dash = "—";

function clock(timeMs: number | null): string {
  return timeMs === null ? dash : new Date(timeMs).toISOString().slice(11, 23);
}

function grouped(decimal: string | null): string {
  return decimal === null ? dash : BigInt(decimal).toLocaleString("en");
}

export function byPlace(a: PageCell, b: PageCell): number {
  return a.partition.localeCompare(b.partition) || a.column.localeCompare(b.column);
}
