/**
 * The server of one engine: REST, the feed and metrics on one loopback socket.
 *
 * It owns the socket and everything that hangs on it. `engine.ts` starts it before the app's own work begins, so
 * that a slow start can be watched, and closes it last.
 */
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { assert } from "../assert.ts";
import type { Clock } from "../clock.ts";
import { messageOf, StoatFlowError } from "../errors.ts";
import { installControlRoutes } from "./control-routes.ts";
import { Feed } from "./feed.ts";
import { installFeedRoute } from "./feed-route.ts";
import { installGuards } from "./guards.ts";
import { countSockets, createHttpServer } from "./http-server.ts";
import { installIncidentRoutes } from "./incident-routes.ts";
import { isLoopbackHost } from "./loopback.ts";
import type { ObservedApp } from "./observed-app.ts";
import { installReadRoutes } from "./read-routes.ts";
import { RecordReads } from "./record-reads.ts";
import { installRecordRoute, refuseRecords } from "./record-route.ts";
import { connectionsMax, defaultFeedLimits, type FeedLimits, type LimitUse } from "./server-limits.ts";
import type { ServerLogger } from "./server-logger.ts";

/** How long `close` waits for answers that are on their way before it cuts their sockets. */
const closeGraceMs = 1000;

export interface ServerOptions {
  readonly app: ObservedApp;
  /** A loopback address: of 127.0.0.0/8, `::1` or `localhost`, which stands for 127.0.0.1. @default "127.0.0.1" */
  readonly host?: string;
  /** 0: the system chooses. @default 0 */
  readonly port?: number;
  readonly logger: ServerLogger;
  readonly clock: Clock;
  /** @default defaultFeedLimits */
  readonly feedLimits?: Partial<FeedLimits>;
}

export interface RunningServer {
  /** E.g. `http://127.0.0.1:4001`, without a slash at the end. */
  readonly url: string;
  /** The server's bounds with what they hold now, for the next tick's `status.limits`. */
  limits(): Readonly<Record<string, LimitUse>>;
  /** Ends all streams and the socket. Resolves within about a second, whatever the clients do. */
  close(): Promise<void>;
}

/**
 * Starts the server.
 *
 * @throws {StoatFlowError} `configuration` where the host is not this machine alone, `listen` where the port is
 * taken or the address cannot be had.
 * @example
 * ```ts
 * const server = await startServer({ app, port: 4001, logger, clock: systemClock });
 * await fetch(`${server.url}/watermarks`);
 * await server.close();
 * ```
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { app, host = "127.0.0.1", port = 0, logger, clock } = options;
  if (!isLoopbackHost(host)) throw notLoopback(host);

  const server = createHttpServer();
  const sockets = countSockets(server);
  const feed = new Feed({ app, clock, limits: { ...defaultFeedLimits, ...options.feedLimits } });
  installGuards(server, logger);
  installReadRoutes(server, app, clock);
  installControlRoutes(server, app, logger);
  if (app.incidents !== undefined) installIncidentRoutes(server, app, app.incidents, logger);
  const { records } = app;
  const reads = records.kind === "readable" ? new RecordReads(records.source, clock) : undefined;
  if (reads !== undefined) installRecordRoute(server, app, reads);
  else if (records.kind === "switched-off") refuseRecords(server, records.setting);
  installFeedRoute(server, feed);

  const address = host.toLowerCase() === "localhost" ? "127.0.0.1" : host;
  try {
    await server.listen({ host: address, port });
  } catch (cause) {
    feed.close();
    throw cannotListen(address, port, cause);
  }
  return {
    url: urlOf(server),
    limits: () => ({
      ...feed.limits(),
      "server.connections": { used: sockets.count, limit: connectionsMax },
      ...reads?.limits(),
    }),
    close: async () => {
      feed.close();
      const cancel = clock.after(closeGraceMs, () => server.server.closeAllConnections());
      await server.close();
      cancel();
    },
  };
}

function urlOf(server: FastifyInstance): string {
  const bound: AddressInfo | string | null = server.server.address();
  assert(bound !== null && typeof bound === "object", "a listening server has an address");
  return `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

function notLoopback(host: string): StoatFlowError {
  return new StoatFlowError(
    "configuration",
    `stoatflow.server.host is ${JSON.stringify(host)}, which others than this machine can reach, and there is no login yet`,
    {
      setting: "stoatflow.server.host",
      remedy:
        "set stoatflow.server.host to 127.0.0.1, ::1 or localhost, and reach it from afar through an SSH tunnel",
    },
  );
}

function cannotListen(address: string, port: number, cause: unknown): StoatFlowError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EADDRINUSE") {
    return new StoatFlowError("listen", `stoatflow.server.port is ${port}, which is taken on ${address}`, {
      setting: "stoatflow.server.port",
      remedy: "set stoatflow.server.port to a free port, or to 0 to let the system choose one",
      cause,
    });
  }
  const setting = code === "EADDRNOTAVAIL" ? "stoatflow.server.host" : "stoatflow.server.port";
  const value = code === "EADDRNOTAVAIL" ? JSON.stringify(address) : port;
  return new StoatFlowError(
    "listen",
    `${setting} is ${value}, which cannot be listened on: ${messageOf(cause)}`,
    {
      setting,
      remedy: "set stoatflow.server.host to 127.0.0.1 and stoatflow.server.port to 0",
      cause,
    },
  );
}
