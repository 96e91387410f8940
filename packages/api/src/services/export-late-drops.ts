import type { ApiContext } from "../context.ts";
import { csvFormat } from "../late-drops/export-csv.ts";
import { ndjsonFormat } from "../late-drops/export-ndjson.ts";
import type { ExportRequest } from "../late-drops/export-request.ts";
import { lateDropPages } from "../late-drops/late-drop-pages.ts";
import type { SourcePage } from "../late-drops/late-drop-source.ts";
import { lateDropSourceOf } from "../late-drops/late-drop-source.ts";
import { matcherOf } from "../late-drops/matches.ts";
import type { LateDropPage, LateDropsFrom } from "../wire/index.ts";

/** The most rows of one file. */
const exportRowsMax = 100_000;

/** The most late drops that are looked at for one file. */
const exportLookedMax = 200_000;

/** A file is given in pieces of about this many characters. */
const pieceLength = 65_536;

const formats = { csv: csvFormat, ndjson: ndjsonFormat };

export interface LateDropExport {
  readonly fileName: string;
  readonly contentType: string;
  /** What the file is made from, for its headers. */
  readonly population: Pick<LateDropPage, "retained" | "total" | "freshness"> & {
    readonly from: LateDropsFrom;
  };
  readonly rowsMax: number;
  /**
   * The file, newest drop first. A piece is made when it is asked for, so a slow reader holds one of them; a reader that
   * stops asking ends it by `return()`. A file that more rows would match than it may hold ends with a row that says so.
   */
  readonly pieces: AsyncGenerator<string, void, undefined>;
}

/**
 * Late drops that match, as a file. What can be refused is refused before the first piece.
 *
 * @throws {ApiError} `unknown-app`
 */
export async function exportLateDrops(
  context: ApiContext,
  { appId, format, from, filter }: ExportRequest,
  rowsMax = exportRowsMax,
): Promise<LateDropExport> {
  const { contentType, extension, head, row, cut } = formats[format];
  const source = lateDropSourceOf(context, appId, from, filter);
  const pages = lateDropPages(source, { entriesMax: exportLookedMax });
  const first = await pages.next();
  if (first.done) throw new Error("a source of late drops gave no page");
  const { retained, total, freshness } = first.value;
  const matches = matcherOf(filter);

  async function* pieces(): AsyncGenerator<string, void, undefined> {
    let piece = head;
    let rows = 0;
    let isCut = false;
    for (let page: IteratorResult<SourcePage, void> = first; !page.done; page = await pages.next()) {
      for (const drop of page.value.items) {
        if (!matches(drop)) continue;
        if (rows === rowsMax) {
          yield piece + cut(rows);
          return;
        }
        piece += row(drop);
        rows += 1;
        if (piece.length < pieceLength) continue;
        yield piece;
        piece = "";
      }
      isCut = page.value.nextBefore !== null;
    }
    // The pages end before the drops do where as many were looked at as one question may.
    yield isCut ? piece + cut(rows) : piece;
  }

  return {
    fileName: `late-drops-${appId.replace(/[^\w.-]+/g, "_")}-${context.clock.nowMs()}.${extension}`,
    contentType,
    population: { from, retained, total, freshness },
    rowsMax,
    pieces: pieces(),
  };
}
