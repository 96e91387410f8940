/**
 * The REST of one engine as OpenAPI 3.1, made of the same schemas that check its bodies. Answered at
 * `GET /openapi.json`, and kept as `docs/openapi.json`.
 */
import { z } from "zod";
import {
  commitsBody,
  controlAnswer,
  feedDelta,
  feedSnapshot,
  holdsBody,
  lanesBody,
  lateDropsBody,
  livenessBody,
  pauseRequest,
  readinessBody,
  recordBody,
  refusal,
  resumeRequest,
  statusBody,
  topologyBody,
  violationsBody,
  watermarksBody,
  wireVersion,
} from "../wire/index.ts";
import { pageQuery } from "./page-query.ts";
import { recordQuery } from "./record-query.ts";
import { statusOf } from "./refusal.ts";

const bodies = {
  Watermarks: watermarksBody,
  Status: statusBody,
  Lanes: lanesBody,
  Commits: commitsBody,
  Topology: topologyBody,
  LateDrops: lateDropsBody,
  Holds: holdsBody,
  Violations: violationsBody,
  Record: recordBody,
  Liveness: livenessBody,
  Readiness: readinessBody,
  PauseRequest: pauseRequest,
  ResumeRequest: resumeRequest,
  ControlAnswer: controlAnswer,
  FeedSnapshot: feedSnapshot,
  FeedDelta: feedDelta,
  Refusal: refusal,
} as const;
type BodyName = keyof typeof bodies;

const queries = {
  page: {
    schema: pageQuery,
    isRequired: false,
    describe: (name: string) =>
      name === "after" ? "Entries with a greater id are asked for" : "At most so many, 1 to 500",
  },
  record: {
    schema: recordQuery,
    isRequired: true,
    describe: (name: string) => `The ${name} of the record`,
  },
} as const;

interface Route {
  readonly method: "get" | "post";
  readonly summary: string;
  readonly answer: BodyName | "text/plain" | "text/event-stream" | "application/json";
  readonly request?: BodyName;
  readonly query?: keyof typeof queries;
  /** Statuses beside 200 and those that any route may answer with. */
  readonly refusals?: readonly number[];
}

/** Every endpoint of the server. */
export const routes: Readonly<Record<string, Route>> = {
  "/watermarks": {
    method: "get",
    summary: "The global watermark, what holds it back, and every partition",
    answer: "Watermarks",
  },
  "/status": {
    method: "get",
    summary: "Lifecycle, pause reasons, guarantee, build, epoch, counters, durations and bounds",
    answer: "Status",
  },
  "/lanes": { method: "get", summary: "The lanes and the delay of the event loop", answer: "Lanes" },
  "/commits": { method: "get", summary: "The newest epochs, newest first", answer: "Commits" },
  "/topology": { method: "get", summary: "The nodes and what they take from", answer: "Topology" },
  "/late-drops": {
    method: "get",
    summary: "Late drops with the record itself",
    answer: "LateDrops",
    query: "page",
  },
  "/holds": { method: "get", summary: "Holds of heads that have ended", answer: "Holds", query: "page" },
  "/violations": { method: "get", summary: "The tripwire's ledger", answer: "Violations", query: "page" },
  "/record": {
    method: "get",
    summary: "One record of a topic that the app reads, whole; only with the capability `read-record`",
    answer: "Record",
    query: "record",
    refusals: [404, 503],
  },
  "/metrics": { method: "get", summary: "Prometheus text of the newest tick", answer: "text/plain" },
  "/health/live": { method: "get", summary: "That it was answered is the answer", answer: "Liveness" },
  "/health/ready": {
    method: "get",
    summary: "200 where the app does its work or keeps its place, else 503 with the same body",
    answer: "Readiness",
  },
  "/events": {
    method: "get",
    summary:
      "Server-sent events: `snapshot` (FeedSnapshot), then `delta` (FeedDelta), ids `bootId-sequence`, resumed by Last-Event-ID",
    answer: "text/event-stream",
    refusals: [503],
  },
  "/openapi.json": { method: "get", summary: "This document", answer: "application/json" },
  "/pause": {
    method: "post",
    summary: "Commits what was dispatched and dispatches nothing more",
    answer: "ControlAnswer",
    request: "PauseRequest",
    refusals: [400, 409, 413, 415],
  },
  "/resume": {
    method: "post",
    summary: "Takes the work up again",
    answer: "ControlAnswer",
    request: "ResumeRequest",
    refusals: [400, 409, 413, 415],
  },
};

/**
 * The document.
 *
 * @example
 * ```ts
 * Object.keys(openApi().paths); // ["/watermarks", "/status", …]
 * ```
 */
export function openApi() {
  return {
    openapi: "3.1.0",
    info: {
      title: "The REST of one StoatFlow engine",
      version: String(wireVersion),
      description:
        "Offsets and cursors are decimal text, times are milliseconds since 1970, null is absence beside a state " +
        "that says why. All numbers of one body are of one tick.",
    },
    paths: Object.fromEntries(
      Object.entries(routes).map(([path, route]) => [path, { [route.method]: operationOf(path, route) }]),
    ),
    components: {
      schemas: Object.fromEntries(Object.entries(bodies).map(([name, schema]) => [name, schemaOf(schema)])),
    },
  };
}

function operationOf(path: string, route: Route) {
  const refusals = [403, 500, ...(route.query ? [400] : []), ...(route.refusals ?? [])].sort((a, b) => a - b);
  return {
    operationId: `${route.method}${path.replaceAll(/[^a-z]+([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: route.summary,
    ...(route.query && { parameters: parametersOf(route.query) }),
    ...(path === "/events" && { parameters: [lastEventId] }),
    ...(route.request && { requestBody: { required: true, content: jsonOf(route.request) } }),
    responses: {
      200: { description: route.summary, content: contentOf(route.answer) },
      ...(path === "/health/ready" && {
        503: { description: "Not ready, and why", content: contentOf("Readiness") },
      }),
      ...Object.fromEntries(refusals.map((status) => [status, refusalOf(status)])),
    },
  };
}

const lastEventId = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description:
    "The id of the last event that was read; without it, or where it is too old, a snapshot comes first",
  schema: { type: "string" },
};

function parametersOf(query: keyof typeof queries) {
  const { schema: of, isRequired: required, describe } = queries[query];
  const { properties } = z.toJSONSchema(of, { io: "input" });
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required,
    description: describe(name),
    schema,
  }));
}

function refusalOf(status: number) {
  const codes = Object.entries(statusOf).filter(([, of]) => of === status);
  return { description: codes.map(([code]) => code).join(", "), content: jsonOf("Refusal") };
}

function contentOf(answer: Route["answer"]) {
  if (answer in bodies) return jsonOf(answer);
  return { [answer]: { schema: { type: answer === "application/json" ? "object" : "string" } } };
}

function jsonOf(name: string) {
  return { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
}

function schemaOf(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}
