/**
 * The console's own server in front of Next. It owns the socket and everything that must not depend on a framework:
 * which requests may go on, the security headers, the tRPC calls and streams, the probes, and the end. Next renders
 * pages and never sees a request that the guard refused.
 */
import { randomBytes } from "node:crypto";
import http from "node:http";
import { type ApiContext, appRouter } from "@stoatflow/api";
import { nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import type { Logger } from "pino";
import { withoutBasePath, withSlash } from "./base-path.ts";
import { exportPath, judgeRequest, type OwnNames, ownNamesOf, probeAt, trpcPath } from "./guard.ts";
import { contentSecurityPolicy, dropUntrusted, securityHeaders } from "./headers.ts";
import { LateDropExports } from "./late-drop-export.ts";
import { LoopDelay } from "./loop-delay.ts";
import { hostInUrl } from "./loopback.ts";
import type { Pages } from "./placed-pages.ts";
import { serveProbe } from "./probes.ts";
import { refuse } from "./refuse.ts";
import { StartError } from "./start-error.ts";
import { UnderWay } from "./under-way.ts";

export interface ConsoleServerOptions {
  readonly host: string;
  /** 0: chosen by the system. */
  readonly port: number;
  /** The path below which it is offered; empty: at the root. What comes without it is served as well. */
  readonly basePath: string;
  /** The origins of a proxy in front of it. */
  readonly origins: readonly string[];
  /** Makes the server listen, on what it has for that, instead of on `port`. */
  readonly listenOn?: ((server: http.Server) => Promise<void>) | undefined;
  /** What each call is given. */
  readonly createContext: () => ApiContext;
  readonly logger: Logger;
  /** Brings what renders whatever is no call. Called once the socket is bound; requests wait for it. */
  readonly loadPages: () => Promise<Pages>;
}

export interface ConsoleServer {
  readonly url: string;
  /**
   * Stops listening, gives what somebody asked to be done a second to be answered, then ends every connection, open
   * streams included. Resolves once nothing that was begun needs the database any more, save what did not end in time.
   */
  close(): Promise<void>;
}

/** The largest body of a call. */
const maxBodyBytes = 65_536;

/** How long an end waits for actions, whose rows of the audit would not say what came of them. */
const actionsPatienceMs = 1000;

/** How long it then waits for the files that it has broken off to be audited as such. */
const brokenOffPatienceMs = 200;

/**
 * Listens, then loads the pages; resolves when both is done.
 *
 * @throws StartError with exit status 1 where the port is taken or can't be bound.
 */
export async function startConsoleServer(options: ConsoleServerOptions): Promise<ConsoleServer> {
  const { logger, createContext } = options;
  const exports = new LateDropExports({ createContext, logger });
  const actions = new UnderWay();
  const files = new UnderWay();
  const loopDelay = new LoopDelay();
  let isReady = false;
  let isEnding = false;
  let own: OwnNames = { hosts: new Set(), origins: new Set() };
  const server = http.createServer((request, response) => {
    serve(request, response).catch((cause: unknown) => {
      logger.error({ err: cause, url: request.url }, "a request failed");
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "internal", "The console failed to answer; its log says why.");
    });
  });

  async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { headers, method = "GET" } = request;
    const home = withSlash(request.url ?? "/", options.basePath);
    const url = withoutBasePath(request.url ?? "/", options.basePath);
    request.url = url;
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    // Who has a connection already is to ask nothing more on it.
    if (isEnding) response.setHeader("Connection", "close");
    const verdict = judgeRequest(
      {
        method,
        url,
        host: headers.host,
        origin: headers.origin,
        contentType: headers["content-type"],
        fetchSite: first(headers["sec-fetch-site"]),
      },
      own,
    );
    if (verdict.kind === "refuse") {
      request.resume();
      return refuse(response, verdict.status, verdict.code, verdict.message);
    }
    if (home !== undefined) return void response.writeHead(308, { Location: home }).end();
    dropUntrusted(headers);
    if (url.startsWith(trpcPath)) {
      const path = new URL(url, "http://localhost").pathname.slice(trpcPath.length);
      const answered = nodeHTTPRequestHandler({
        router: appRouter,
        createContext,
        req: request,
        res: response,
        path,
        maxBodySize: maxBodyBytes,
        onError: ({ error, path: called }) => {
          if (error.code === "INTERNAL_SERVER_ERROR")
            logger.error({ err: error, path: called }, "a call failed");
        },
      });
      return method === "POST" ? actions.follow(answered) : answered;
    }
    if (url.startsWith(exportPath)) return files.follow(exports.serve(request, response));
    const probe = probeAt(url);
    if (probe !== undefined)
      return serveProbe({ path: probe, context: createContext(), isReady, loopDelay, logger }, response);
    const nonce = randomBytes(16).toString("base64");
    const policy = contentSecurityPolicy(nonce);
    // Next takes the nonce of its own scripts from the policy on the request.
    headers["content-security-policy"] = policy;
    headers["x-nonce"] = nonce;
    response.setHeader("Content-Security-Policy", policy);
    const render = await pages;
    await render(request, response);
  }

  const port = await listen(server, options);
  own = ownNamesOf(options.host, port, options.origins);
  const pages = options.loadPages();
  await pages;
  isReady = true;
  return {
    url: `http://${hostInUrl(options.host)}:${port}${options.basePath}`,
    close: async () => {
      isEnding = true;
      loopDelay[Symbol.dispose]();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await actions.ended(actionsPatienceMs);
      server.closeAllConnections();
      await files.ended(brokenOffPatienceMs);
      await closed;
    },
  };
}

function listen(
  server: http.Server,
  { host, port, listenOn }: Pick<ConsoleServerOptions, "host" | "port" | "listenOn">,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EADDRINUSE" ? "the port is taken" : `it can't be bound (${cause.code})`;
      reject(
        new StartError(1, `--port is ${port}: ${why}; give another one, or 0 for one chosen by the system`, {
          cause,
        }),
      );
    });
    const listening = () => {
      const address = server.address();
      if (address === null || typeof address === "string")
        reject(new StartError(1, "the socket has no address"));
      else resolve(address.port);
    };
    if (listenOn === undefined) server.listen(port, host, listening);
    else listenOn(server).then(listening, reject);
  });
}

function first(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
