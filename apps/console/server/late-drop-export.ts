/**
 * Late drops as a file: `GET /api/export/late-drops?app=…&format=csv|ndjson&actor=…&reason=…`,
 * `from=collector|history` and the fields of the filter. It stands
 * beside the tRPC calls because a browser saves a file from an address, as it comes; the answer of a call would first
 * have to be whole in the page's memory.
 *
 * Called by the console's server once its guard has let the request pass. It owns how many exports run at once, and is
 * bounded (invariant 17): so many files at once, so many rows in each, and of each one piece in memory beside what the
 * socket holds. The file is made as fast as it is read; a reader that leaves, or takes nothing for a while, ends it.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type ApiContext,
  ApiError,
  exportLateDrops,
  type LateDropExport,
  type Pieces,
  parseExportRequest,
  toTrpcError,
} from "@stoatflow/api";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { lateDropExportPath } from "./guard.ts";
import { refuse } from "./refuse.ts";

/** The most files that are made at once. */
const exportsAtOnceMax = 4;

/** A reader that takes nothing for this long is gone. */
const stalledAfterMs = 60_000;

export interface LateDropExportOptions {
  readonly createContext: () => ApiContext;
  /** pino's logger, or anything with its `warn`. */
  readonly logger: { warn(about: object, message: string): void };
  /** @default 60 s */
  readonly stalledAfterMs?: number;
}

export class LateDropExports {
  readonly #options: LateDropExportOptions;
  #running = 0;

  constructor(options: LateDropExportOptions) {
    this.#options = options;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname !== lateDropExportPath)
      return refuse(response, 404, "not-found", `There is no export at ${pathname}.`);
    if (this.#running >= exportsAtOnceMax) {
      const message = `${this.#running} exports are under way already; wait for one to end.`;
      return refuse(response, 429, "too-many-exports", message);
    }
    this.#running += 1;
    try {
      const file = await exportLateDrops(this.#options.createContext(), parseExportRequest(searchParams));
      const head = () => response.writeHead(200, headersOf(file));
      // Whoever asks for the head alone takes nothing along that would have to be audited.
      if (request.method === "HEAD") head().end();
      else await file.give((pieces) => this.#send(file.fileName, pieces, head()));
    } catch (thrown) {
      if (isGone(thrown)) return;
      if (response.headersSent || !(thrown instanceof ApiError)) throw thrown;
      refuse(response, getHTTPStatusCodeFromError(toTrpcError(thrown)), thrown.code, thrown.message);
    } finally {
      this.#running -= 1;
    }
  }

  async #send(fileName: string, pieces: Pieces, response: ServerResponse): Promise<void> {
    const { logger, stalledAfterMs: limitMs = stalledAfterMs } = this.#options;
    response.setTimeout(limitMs, () => {
      // A reader that has taken all that there was waits for the file, which goes on; the next write sets the time anew.
      if (response.writableLength === 0) return;
      logger.warn({ fileName, limitMs }, "an export was ended: its reader took nothing");
      response.destroy();
    });
    await pipeline(Readable.from(pieces, { highWaterMark: 1 }), response);
  }
}

function headersOf({ fileName, contentType, population, rowsMax }: LateDropExport): Record<string, string> {
  const { freshness, from, retained, total } = population;
  return {
    "Content-Type": contentType,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Cache-Control": "no-store",
    // What the file is made from: a file that holds more rows than it may ends with a row that says so.
    "X-StoatFlow-Rows-Max": String(rowsMax),
    "X-StoatFlow-From": from,
    "X-StoatFlow-Freshness": freshness.kind,
    ...(from === "collector" ? { "X-StoatFlow-Held": String(retained) } : {}),
    ...(total === null ? {} : { "X-StoatFlow-Total": String(total) }),
  };
}

/** Whether the reader left before the end, which is no failure. */
function isGone(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ERR_STREAM_PREMATURE_CLOSE";
}
