import { ApiError } from "../api-error.ts";
import type { ApiContext } from "../context.ts";
import { DropFilter } from "../late-drops/drop-filter.ts";
import { csvFormat } from "../late-drops/export-csv.ts";
import { ndjsonFormat } from "../late-drops/export-ndjson.ts";
import { refuseWhereOff } from "../late-drops/export-policy.ts";
import type { ExportRequest } from "../late-drops/export-request.ts";
import { type JudgedPart, judgedPages } from "../late-drops/judged-pages.ts";
import { lateDropPages } from "../late-drops/late-drop-pages.ts";
import { lateDropSourceOf } from "../late-drops/late-drop-source.ts";
import { NotEvaluatedCount } from "../late-drops/not-evaluated.ts";
import { messageOf } from "../one-line.ts";
import type { LateDropPage, LateDropsFrom } from "../wire/index.ts";

/** The most rows of one file. */
export const exportRowsMax = 100_000;

/** The most late drops that are looked at for one file. */
export const exportLookedMax = 200_000;

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
   * Gives the file to `take` once its row of the audit is begun: newest drop first. A piece is made when it is asked for,
   * so a slow reader holds one of them. A file that more rows would match than it may hold ends with a row that says so.
   * `take` resolves once its reader has been given all that it read, and throws where the reader is gone: the row of the audit is
   * ended after that, and says of a file that was not taken whole that it was taken in part.
   *
   * @throws {ApiError} `not-audited`: the audit can't be written, and there is no file.
   * @throws what `take` throws
   */
  give(take: (pieces: Pieces) => Promise<void>): Promise<void>;
}

export type Pieces = AsyncGenerator<string, void, undefined>;

/**
 * Late drops that match, as a file that somebody takes with them. What can be refused is refused before the first piece.
 *
 * @throws {ApiError} `switched-off`, `unknown-app`, `bad-expression`
 */
export async function exportLateDrops(
  context: ApiContext,
  { appId, actor, reason, format, from, filter }: ExportRequest,
  rowsMax = exportRowsMax,
): Promise<LateDropExport> {
  refuseWhereOff(context.exports);
  const { audit } = context;
  const { contentType, extension, head, row, cut, unclear } = formats[format];
  const judge = new DropFilter(filter, context.clock);
  const source = lateDropSourceOf(context, appId, from, filter);
  const parts = judgedPages(lateDropPages(source, { entriesMax: exportLookedMax }), judge);
  const first = await parts.next();
  if (first.done) throw new Error("a source of late drops gave no page");
  const { retained, total, freshness } = first.value.page;
  const notEvaluated = new NotEvaluatedCount();
  let rows = 0;

  let isWhole = false;

  /** What follows the last drop: a file must not look as if it had all of them where it has not. */
  const last = (isCut: boolean) => {
    const { count } = notEvaluated.told;
    return (isCut ? cut(rows) : "") + (count > 0 ? unclear(count) : "");
  };

  async function* content(): Pieces {
    let piece = head;
    let isCut = false;
    for (let part: IteratorResult<JudgedPart, void> = first; !part.done; part = await parts.next()) {
      for (const [drop, verdict] of part.value.drops) {
        if (typeof verdict !== "boolean") notEvaluated.add(verdict);
        if (verdict !== true) continue;
        if (rows === rowsMax) {
          yield piece + last(true);
          isWhole = true;
          return;
        }
        piece += row(drop);
        rows += 1;
        if (piece.length < pieceLength) continue;
        yield piece;
        piece = "";
      }
      isCut = part.value.nextBefore !== null;
    }
    // The parts end before the drops do where as many were looked at, or for as long, as one question may.
    yield piece + last(isCut);
    isWhole = true;
  }

  return {
    fileName: `late-drops-${appId.replace(/[^\w.-]+/g, "_")}-${context.clock.nowMs()}.${extension}`,
    contentType,
    population: { from, retained, total, freshness },
    rowsMax,
    async give(take) {
      const asked = { exported: { format, from, filter } };
      const [begun] = await audit.begin([{ action: "export-late-drops", appId, actor, reason, asked }]);
      if (begun === undefined) throw new Error("an action was begun without its row");
      let message: string | null = "its reader left before the end";
      try {
        await take(content());
        if (isWhole) message = null;
      } catch (thrown) {
        // Whatever else is thrown here is how a stream tells that its reader is gone.
        if (thrown instanceof ApiError) message = messageOf(thrown);
        throw thrown;
      } finally {
        await audit.end(begun, message === null ? "done" : "partly", { message, rows });
      }
    },
  };
}
