import { ApiError } from "../api-error.ts";
import type { AppConfig } from "../apps/app-config.ts";
import { type Clock, systemClock } from "../clock.ts";
import { AppCollector } from "./app-collector.ts";
import type { AppSource } from "./app-source.ts";
import type { Collectors } from "./collected-app.ts";
import type { CollectorObserver } from "./collector-observer.ts";
import type { SourceLimits } from "./http/source-limits.ts";
import { stoatFlowSource } from "./http/stoatflow-source.ts";
import type { CollectorLogger } from "./logger.ts";

export interface CollectorsOptions {
  readonly apps: readonly AppConfig[];
  /** pino's logger, or anything with `info` and `warn`. */
  readonly logger: CollectorLogger;
  /** @default the clock of the machine */
  readonly clock?: Clock | undefined;
  /** Spreads reconnections; a number from 0 up to 1. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** @default the global one */
  readonly fetch?: typeof fetch | undefined;
  /** What one app can make the collector hold or wait for. */
  readonly limits?: Partial<SourceLimits> | undefined;
  /** Where an app is read from. @default its StoatFlow engine */
  readonly sourceFor?: ((app: AppConfig) => AppSource) | undefined;
  /** Told of all that is collected, e.g. to keep it. */
  readonly observer?: CollectorObserver | undefined;
}

/**
 * Makes the collectors of all apps. Nothing is connected before `start()`.
 *
 * @example
 * ```ts
 * const collectors = createCollectors({ apps: parseApps({ env: process.env }), logger });
 * collectors.start();
 * ```
 */
export function createCollectors(options: CollectorsOptions): Collectors {
  const { apps, logger, clock = systemClock, random = Math.random, limits, observer } = options;
  const fetch = options.fetch ?? globalThis.fetch;
  const sourceFor = options.sourceFor ?? ((app) => stoatFlowSource({ app, clock, fetch, limits }));
  const collectors = new Map(
    apps.map((app) => [
      app.id,
      new AppCollector({ app, source: sourceFor(app), clock, logger, random, observer }),
    ]),
  );
  let started = false;

  return {
    start() {
      if (started) return;
      started = true;
      for (const collector of collectors.values()) collector.start();
    },
    stop() {
      for (const collector of collectors.values()) collector.stop();
    },
    list: () => [...collectors.values()],
    get(appId) {
      const collector = collectors.get(appId);
      if (collector !== undefined) return collector;
      const known = [...collectors.keys()].join(", ") || "none";
      throw new ApiError("unknown-app", `no app "${appId}" is configured; known: ${known}`);
    },
  };
}
