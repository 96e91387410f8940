/** Collectors over fake engines, started, and stopped at the end of a test's scope. */
import { vi } from "vitest";
import type { CollectedApp, Collectors, WatchedView } from "../collector/collected-app.ts";
import { type CollectorsOptions, createCollectors } from "../collector/create-collectors.ts";
import { appConfigOf } from "./app-config-of.ts";
import type { FakeEngine } from "./fake-engine.ts";

export const silent = { info: () => undefined, warn: () => undefined };

export function collecting(
  engines: Readonly<Record<string, FakeEngine>>,
  options: Partial<CollectorsOptions> = {},
): Collectors & Disposable {
  const apps = Object.entries(engines).map(([id, { url }]) => appConfigOf(id, url));
  const collectors = createCollectors({ apps, logger: silent, random: () => 0, ...options });
  collectors.start();
  return { ...collectors, [Symbol.dispose]: () => collectors.stop() };
}

/** Resolves once the app is as `condition` wants it. */
export async function until<T>(read: () => T, condition: (value: T) => boolean): Promise<T> {
  return vi.waitFor(
    () => {
      const value = read();
      if (!condition(value)) throw new Error(`still ${JSON.stringify(value)?.slice(0, 500)}`);
      return value;
    },
    { timeout: 10_000, interval: 5 },
  );
}

export function untilSequence(app: CollectedApp, sequence: string) {
  return until(
    () => app.summary(),
    (summary) => summary.sequence === sequence && summary.connection.kind === "live",
  );
}

export function untilConnection(app: CollectedApp, kind: "live" | "unreachable" | "invalid") {
  return until(
    () => app.summary(),
    ({ connection }) => connection.kind === kind,
  );
}

/** A subscription that a test reads step by step. */
export function watching(app: CollectedApp, lastEventId?: string) {
  const stop = new AbortController();
  const values = app.watch(lastEventId, stop.signal)[Symbol.asyncIterator]();
  return {
    async next(): Promise<WatchedView> {
      const { done, value } = await values.next();
      if (done) throw new Error("the subscription has ended");
      return value;
    },
    async rest(): Promise<boolean> {
      stop.abort();
      return (await values.next()).done === true;
    },
    [Symbol.dispose]: () => stop.abort(),
  };
}
