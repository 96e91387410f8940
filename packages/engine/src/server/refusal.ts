/** How a request is turned down: one shape, and one status for each code. */
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { Refusal } from "../wire/index.ts";

export type RefusalCode = Refusal["error"]["code"];

export const statusOf: Readonly<Record<RefusalCode, number>> = {
  malformed: 400,
  "forbidden-host": 403,
  "forbidden-origin": 403,
  "switched-off": 403,
  "not-found": 404,
  "stale-generation": 409,
  "stale-run": 409,
  "not-allowed-now": 409,
  "too-large": 413,
  "not-json": 415,
  internal: 500,
  "too-many-readers": 503,
  "not-a-source": 404,
  "no-such-record": 404,
  "too-many-reads": 503,
  "log-unavailable": 503,
};

const messageCharactersMax = 2000;

export function refusalBody(code: RefusalCode, message: string): Refusal {
  return { error: { code, message: message.slice(0, messageCharactersMax) } };
}

/** Answers with a refusal. The message names the thing and the way out, and never holds a stack. */
export function refuse(reply: FastifyReply, code: RefusalCode, message: string): FastifyReply {
  return reply.code(statusOf[code]).send(refusalBody(code, message));
}

/** What is wrong with a body or a query, each field by its name. */
export function describeIssues(what: string, error: z.ZodError): string {
  return error.issues
    .map(
      ({ path, message }) => `${path.length === 0 ? what : `"${path.join(".")}" of the ${what}`}: ${message}`,
    )
    .join("; ");
}
