/**
 * What each request must pass before a route sees it, and what becomes of those that fail.
 *
 * No cross-origin header is ever sent, so a page of another origin reads nothing; the guards see to it that it
 * changes nothing and holds no place among the readers of the feed or of the log either.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOwnAuthority, isOwnOrigin } from "./loopback.ts";
import { type RefusalCode, refuse } from "./refusal.ts";
import { requestBytesMax } from "./server-limits.ts";
import type { ServerLogger } from "./server-logger.ts";

/** Sent with every answer: nothing is kept, guessed or embedded elsewhere. */
export const commonHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** What holds one of a few places while it is answered. */
const placesOf: ReadonlySet<string | undefined> = new Set(["/events", "/record"]);

export function installGuards(server: FastifyInstance, logger: ServerLogger): void {
  server.addHook("onRequest", (request, reply, done) => {
    reply.headers(commonHeaders);
    const refused = refusalOf(request);
    if (refused === undefined) done();
    else refuse(reply, refused.code, refused.message);
  });
  server.setNotFoundHandler((request, reply) =>
    refuse(reply, "not-found", `there is no ${request.method} ${request.url}`),
  );
  server.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply, logger));
}

interface Refused {
  readonly code: RefusalCode;
  readonly message: string;
}

function refusalOf(request: FastifyRequest): Refused | undefined {
  const port = request.socket.localPort ?? 0;
  const { host, origin, "content-type": contentType, "sec-fetch-site": site } = request.headers;
  if (!isOwnAuthority(host, port)) {
    const message = `the Host ${quoted(host)} is not this server: ask for localhost:${port} or 127.0.0.1:${port}`;
    return { code: "forbidden-host", message };
  }
  const mutates = request.method !== "GET" && request.method !== "HEAD";
  const holdsAPlace = placesOf.has(request.routeOptions.url);
  if ((mutates || holdsAPlace) && origin !== undefined && !isOwnOrigin(origin, port)) {
    const message = `pages of ${quoted(origin)} may not use this server; call it without a browser`;
    return { code: "forbidden-origin", message };
  }
  // A page that never looks at the answer, as an image does, asks without an Origin.
  if (holdsAPlace && (site === "cross-site" || site === "same-site")) {
    const message = "pages of another origin may not use this server; call it without a browser";
    return { code: "forbidden-origin", message };
  }
  if (mutates && !request.is404 && !/^application\/json\s*(?:;|$)/i.test(contentType ?? "")) {
    const message = `the body must be JSON: send the header content-type: application/json, not ${quoted(contentType)}`;
    return { code: "not-json", message };
  }
  return undefined;
}

function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: ServerLogger,
) {
  const statusCode = error.statusCode ?? 500;
  if (statusCode === 413) {
    return refuse(reply, "too-large", `the body may have at most ${requestBytesMax} bytes`);
  }
  if (statusCode === 415) return refuse(reply, "not-json", "the body must be application/json in UTF-8");
  if (statusCode >= 400 && statusCode < 500) {
    return refuse(reply, "malformed", "the request or its body could not be read: send one JSON object");
  }
  logger.error(
    { err: error, method: request.method, url: request.url },
    "a request failed inside the engine",
  );
  return refuse(reply, "internal", "the engine could not answer; its log holds the reason");
}

function quoted(value: string | undefined): string {
  return value === undefined ? "(absent)" : JSON.stringify(value.slice(0, 200));
}
