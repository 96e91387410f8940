/** `GET /events`: server-sent events of the feed. */
import type { FastifyInstance } from "fastify";
import type { Feed } from "./feed.ts";
import { commonHeaders } from "./guards.ts";
import { refuse } from "./refusal.ts";

const streamHeaders = {
  ...commonHeaders,
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

const retryAfterSeconds = 5;

export function installFeedRoute(server: FastifyInstance, feed: Feed): void {
  server.get("/events", { exposeHeadRoute: false }, (request, reply) => {
    if (feed.isFull) {
      const message = `all ${feed.readersMax} places of server.feed.readers are taken: close a reader, then try again`;
      return refuse(reply.header("retry-after", retryAfterSeconds), "too-many-readers", message);
    }
    const lastEventId = request.headers["last-event-id"];
    reply.hijack();
    reply.raw.writeHead(200, streamHeaders);
    feed.join(reply.raw, typeof lastEventId === "string" ? lastEventId : undefined);
    return reply;
  });
}
