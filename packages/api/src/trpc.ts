import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { ApiError, type ApiErrorCode } from "./api-error.ts";
import type { ApiContext } from "./context.ts";
import { BadExpression } from "./late-drops/expression.ts";

/** A comment on a quiet stream, well within the idle limit of common proxies. */
const pingMs = 15_000;

/** All that a caller is told of a failure that is not its own: what was thrown may name what is nobody's business. */
const internalError = "internal error";

const t = initTRPC.context<ApiContext>().create({
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: pingMs }, client: { reconnectAfterInactivityMs: 3 * pingMs } },
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    message: messageFor(error),
    data: {
      code: shape.data.code,
      httpStatus: shape.data.httpStatus,
      apiCode: apiCodeOf(error),
      ...(error.cause instanceof BadExpression ? { expressionFault: error.cause.fault } : {}),
    },
  }),
});

const statusOf = {
  configuration: "INTERNAL_SERVER_ERROR",
  "bad-request": "BAD_REQUEST",
  "bad-expression": "BAD_REQUEST",
  "unknown-app": "NOT_FOUND",
  "unknown-cursor": "BAD_REQUEST",
  "unknown-drop": "NOT_FOUND",
  "unknown-violation": "NOT_FOUND",
  "no-incidents": "NOT_FOUND",
  "no-record-reader": "NOT_FOUND",
  "no-such-record": "NOT_FOUND",
  "log-unavailable": "SERVICE_UNAVAILABLE",
  refused: "CONFLICT",
  unreachable: "SERVICE_UNAVAILABLE",
  "broken-off": "BAD_GATEWAY",
  timeout: "TIMEOUT",
  "bad-answer": "BAD_GATEWAY",
  "too-large": "BAD_GATEWAY",
  "partly-done": "CONFLICT",
  "not-audited": "SERVICE_UNAVAILABLE",
  "switched-off": "FORBIDDEN",
  storage: "INTERNAL_SERVER_ERROR",
  "too-much-history": "BAD_REQUEST",
  "too-many-readers": "TOO_MANY_REQUESTS",
  "too-many-watchers": "TOO_MANY_REQUESTS",
} as const satisfies Record<ApiErrorCode, TRPCError["code"]>;

/** What a caller sees of anything that was thrown: the one mapping from the API's errors to tRPC's. */
export function toTrpcError(thrown: unknown): TRPCError {
  if (thrown instanceof TRPCError) return thrown;
  if (thrown instanceof ApiError) {
    return new TRPCError({ code: statusOf[thrown.code], message: thrown.message, cause: thrown });
  }
  return new TRPCError({ code: "INTERNAL_SERVER_ERROR", message: internalError, cause: thrown });
}

const mapErrors = t.middleware(async ({ next, signal }) => {
  const result = await next();
  if (result.ok || !(result.error.cause instanceof Error)) return result;
  if (signal?.aborted && result.error.cause === signal.reason) throw nobodyWaits(result.error.cause);
  if (result.error.code !== "INTERNAL_SERVER_ERROR") return result;
  throw toTrpcError(result.error.cause);
});

/** It is no fault of the server's, and reaches nobody but its log. */
function nobodyWaits(cause: Error): TRPCError {
  return new TRPCError({ code: "CLIENT_CLOSED_REQUEST", message: "nobody waits for the answer", cause });
}

export const router = t.router;
export const procedure = t.procedure.use(mapErrors);

/** Whatever can't be taken as an input has the code that an export has for it. */
function apiCodeOf({ code, cause }: TRPCError): ApiErrorCode | null {
  if (cause instanceof ApiError) return cause.code;
  return code === "BAD_REQUEST" || code === "PARSE_ERROR" ? "bad-request" : null;
}

/**
 * Input errors name the field; tRPC alone would send zod's JSON as the message. What is answered and breaks its schema is
 * the server's own fault, and its fields are none that the caller gave.
 */
function messageFor(error: TRPCError): string {
  if (!(error.cause instanceof z.core.$ZodError)) return error.message;
  if (error.code !== "BAD_REQUEST") return internalError;
  const [issue] = error.cause.issues;
  if (issue === undefined) return error.message;
  return issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;
}
