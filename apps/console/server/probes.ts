/**
 * `/health/live`, `/health/ready` and `/metrics` of the console itself, as an engine has them. Called by the console's
 * server once its guard has let the request pass.
 *
 * The console is ready once its pages are there. It stays so while apps are away or nothing can be written: it shows
 * what is so, and a restart would lose what waits in memory. `/metrics` tells of those.
 */
import type { ServerResponse } from "node:http";
import { type ApiContext, readVitals } from "@stoatflow/api";
import type { Logger } from "pino";
import { consoleMetricsText, metricsContentType } from "./console-metrics.ts";
import type { ProbePath } from "./guard.ts";
import type { LoopDelay } from "./loop-delay.ts";

export interface Probe {
  readonly path: ProbePath;
  readonly context: ApiContext;
  readonly isReady: boolean;
  readonly loopDelay: LoopDelay;
  readonly logger: Pick<Logger, "warn">;
}

export async function serveProbe(probe: Probe, response: ServerResponse): Promise<void> {
  const { path, context, isReady, loopDelay, logger } = probe;
  const atMs = context.clock.nowMs();
  if (path === "/health/live") return json(response, 200, { atMs, live: true });
  if (path === "/health/ready") {
    const lifecycle = { kind: isReady ? "running" : "starting" };
    return json(response, isReady ? 200 : 503, { atMs, ready: isReady, lifecycle });
  }
  const vitals = await readVitals(context);
  if (vitals.uncounted !== null)
    logger.warn(
      { error: vitals.uncounted },
      "what nobody has looked at can't be counted and is left out of /metrics",
    );
  const text = await consoleMetricsText({ vitals, eventLoopDelayMs: loopDelay.worstMs() });
  response.writeHead(200, { "Content-Type": metricsContentType, "Cache-Control": "no-store" });
  response.end(text);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
  });
  response.end(`${JSON.stringify(body)}\n`);
}
