/** The routes that only read. The numbers of one answer are those of one tick (invariant 14). */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Clock } from "../clock.ts";
import type { FeedSnapshot, HoldsBody, LateDropsBody, ViolationsBody } from "../wire/index.ts";
import {
  commitsBodyOf,
  lanesBodyOf,
  livenessBodyOf,
  readinessBodyOf,
  statusBodyOf,
  watermarksBodyOf,
} from "./bodies.ts";
import { metricsContentType, metricsText } from "./metrics.ts";
import type { ObservedApp } from "./observed-app.ts";
import { openApi } from "./open-api.ts";
import { pageQuery } from "./page-query.ts";
import { describeIssues, refuse } from "./refusal.ts";

export function installReadRoutes(server: FastifyInstance, app: ObservedApp, clock: Clock): void {
  const parts: Readonly<Record<string, (snapshot: FeedSnapshot) => object>> = {
    "/watermarks": watermarksBodyOf,
    "/status": statusBodyOf,
    "/lanes": lanesBodyOf,
    "/commits": commitsBodyOf,
    "/health/live": livenessBodyOf,
  };
  for (const [path, bodyOf] of Object.entries(parts)) {
    server.get(path, (_, reply) => reply.send(bodyOf(app.current())));
  }
  server.get("/health/ready", (_, reply) => {
    const body = readinessBodyOf(app.current());
    return reply.code(body.ready ? 200 : 503).send(body);
  });
  server.get("/topology", (_, reply) => reply.send(app.topology()));
  server.get("/late-drops", ({ query }, reply) =>
    page(query, reply, (after, limit) => app.lateDrops(after, limit)),
  );
  server.get("/holds", ({ query }, reply) => page(query, reply, (after, limit) => app.holds(after, limit)));
  server.get("/violations", ({ query }, reply) =>
    page(query, reply, (after, limit) => app.violations(after, limit)),
  );
  const document = openApi();
  server.get("/openapi.json", (_, reply) => reply.send(document));
  server.get("/metrics", async (_, reply) => {
    const text = await metricsText(app.current(), clock);
    return reply.type(metricsContentType).send(text);
  });
}

function page(
  query: unknown,
  reply: FastifyReply,
  read: (after: bigint, limit: number) => LateDropsBody | HoldsBody | ViolationsBody,
): FastifyReply {
  const asked = pageQuery.safeParse(query);
  if (!asked.success) return refuse(reply, "malformed", describeIssues("query", asked.error));
  return reply.send(read(asked.data.after, asked.data.limit));
}
