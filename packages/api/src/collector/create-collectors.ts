import { ApiError } from "../api-error.ts";
import type { AppConfig } from "../apps/app-config.ts";
import { sameApp } from "../apps/same-app.ts";
import { type Clock, systemClock } from "../clock.ts";
import { AppCollector, type InstanceAddress } from "./app-collector.ts";
import type { AppSource } from "./app-source.ts";
import { Changes } from "./changes.ts";
import type { Collectors } from "./collected-app.ts";
import type { CollectorObserver } from "./collector-observer.ts";
import type { SourceLimits } from "./http/source-limits.ts";
import { stoatFlowSource } from "./http/stoatflow-source.ts";
import type { CollectorLogger } from "./logger.ts";

/** The most subscriptions on several apps at once: one for each browser. */
const browsersMax = 512;

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
  /** Where an instance is read from. @default its StoatFlow engine */
  readonly sourceFor?: ((instance: InstanceAddress) => AppSource) | undefined;
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
  const { logger, clock = systemClock, random = Math.random, limits, observer } = options;
  const fetch = options.fetch ?? globalThis.fetch;
  const sourceFor =
    options.sourceFor ?? ((instance) => stoatFlowSource({ ...instance, clock, fetch, limits }));
  const changes = new Changes(browsersMax, "this console");
  const onChanged = () => changes.announce();
  const collect = (app: AppConfig) =>
    new AppCollector({ app, sourceFor, clock, logger, random, observer, onChanged });
  let configured = options.apps;
  let collectors = new Map(configured.map((app) => [app.id, collect(app)]));
  let state: "made" | "started" | "stopped" = "made";

  return {
    start() {
      if (state !== "made") return;
      state = "started";
      for (const collector of collectors.values()) collector.start();
    },
    stop() {
      state = "stopped";
      for (const collector of collectors.values()) collector.stop();
      changes.close();
    },
    apply(apps) {
      if (state === "stopped") return;
      const before = new Map(configured.map((app) => [app.id, app]));
      const gone = new Map(collectors);
      collectors = new Map(
        apps.map((app) => {
          const known = collectors.get(app.id);
          const was = before.get(app.id);
          gone.delete(app.id);
          if (known === undefined) return [app.id, started(collect(app))];
          if (was === undefined || !sameApp(was, app)) known.configure(app);
          return [app.id, known];
        }),
      );
      configured = apps;
      for (const collector of gone.values()) collector.stop(unknownApp(collector.id));
      changes.announce();
    },
    changes,
    list: () => [...collectors.values()],
    get(appId) {
      const collector = collectors.get(appId);
      if (collector !== undefined) return collector;
      throw unknownApp(appId);
    },
  };

  function started(collector: AppCollector): AppCollector {
    if (state === "started") collector.start();
    return collector;
  }

  function unknownApp(appId: string): ApiError {
    const known = [...collectors.keys()].join(", ") || "none";
    return new ApiError("unknown-app", `no app "${appId}" is configured; known: ${known}`);
  }
}
