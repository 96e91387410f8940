/**
 * Puts the pages of a build below the base path that was chosen at start. The build stands below a mark instead, a path
 * that occurs nowhere else; a request is given to it below the mark, and whatever text it answers, headers too, leaves
 * with the base path in the mark's place. So one build serves at any path, from a folder that nobody may write to.
 *
 * Called by `pages.ts` once; it keeps nothing. A text is put together before it leaves, which is no more than a page or a
 * file of the build (invariant 17), and is packed then; everything else passes as it comes.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** Answers a request with a page or a file of the build. */
export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Placement {
  /** The base path of the build; empty for one that has none. */
  readonly mark: string;
  /** The one that was chosen. */
  readonly basePath: string;
}

/** What is smaller is not worth packing. */
const packedFrom = 1024;

const pack = promisify(gzip);

/** The same pages, served below the base path. Their requests come without it: see `base-path.ts`. */
export function placePages(pages: Pages, placement: Placement): Pages {
  return async (request, response) => {
    const { url = "/" } = request;
    request.url = placement.mark + (url.startsWith("/?") || url === "/" ? url.slice(1) : url);
    // A part of a file that is changed on its way is not the part that was asked for.
    delete request.headers.range;
    await new Promise<void>((resolve, reject) => {
      placeResponse(request, response, placement, reject);
      pages(request, response).then(resolve, reject);
    });
  };
}

/**
 * A text of the build with the base path in place of its mark. In a script the mark is a constant, which is put in front
 * of paths; on a page it stands in paths, of which that of the first page would be no path at all without its slash.
 *
 * @example place('href="/mark"', "text/html", { mark: "/mark", basePath: "" }) === 'href="/"'
 */
export function place(text: string, contentType: string, { mark, basePath }: Placement): string {
  if (mark === "") return text;
  const isScript = contentType.includes("javascript");
  const parts = text.split(mark);
  return parts.reduce(
    (placed, part) => placed + (isScript || part.startsWith("/") ? basePath : basePath || "/") + part,
  );
}

/** From here on what is written to the response is put together, placed and packed, where it is a text. */
function placeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  placement: Placement,
  onFault: (fault: unknown) => void,
): void {
  const setHeader = response.setHeader.bind(response);
  const flushHeaders = response.flushHeaders.bind(response);
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const contentType = (): string => String(response.getHeader("content-type") ?? "");
  const isPlaced = (): boolean => isText(contentType()) && !response.hasHeader("content-encoding");
  const chunks: Buffer[] = [];

  response.setHeader = (name, value) =>
    setHeader(name, typeof value === "string" ? place(value, "", placement) : value);
  response.flushHeaders = () => {
    if (!isPlaced()) flushHeaders();
  };
  response.write = (chunk: unknown, encoding?: BufferEncoding | Told, told?: Told): boolean => {
    const written = bytesOf(chunk, encoding);
    const done = typeof encoding === "function" ? encoding : told;
    if (!isPlaced()) return write(written, done);
    chunks.push(written);
    if (done !== undefined) process.nextTick(done);
    return true;
  };
  response.end = (chunk?: unknown, encoding?: BufferEncoding | Told, told?: Told) => {
    const last = typeof chunk === "function" ? Buffer.alloc(0) : bytesOf(chunk, encoding);
    const done = [chunk, encoding, told].find((each) => typeof each === "function");
    if (done !== undefined) response.once("finish", () => done());
    if (!isPlaced()) return end(last);
    sendText(Buffer.concat([...chunks, last]).toString("utf8")).catch(onFault);
    return response;
  };

  async function sendText(built: string): Promise<void> {
    const body = Buffer.from(place(built, contentType(), placement));
    const isPacked = body.length >= packedFrom && takesGzip(request);
    const sent = isPacked ? await pack(body) : body;
    response.appendHeader("Vary", "Accept-Encoding");
    if (isPacked) setHeader("Content-Encoding", "gzip");
    // An answer without a body, to a HEAD or of what has not changed, has no length that would be true.
    if (body.length > 0) setHeader("Content-Length", sent.length);
    else response.removeHeader("Content-Length");
    end(sent);
  }
}

type Told = (error?: Error | null) => void;

function bytesOf(chunk: unknown, encoding: BufferEncoding | Told | undefined): Buffer {
  if (typeof chunk === "string") return Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8");
  if (chunk === undefined || chunk === null) return Buffer.alloc(0);
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw new TypeError(`a response is given text and bytes alone, not ${typeof chunk}`);
}

function isText(contentType: string): boolean {
  return /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg\+xml)/.test(contentType);
}

function takesGzip(request: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(String(request.headers["accept-encoding"] ?? ""));
}
