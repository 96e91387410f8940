import type { CollectorObserver } from "./collector-observer.ts";

/**
 * Several observers as one, told in their order.
 *
 * @example
 * ```ts
 * const collectors = createCollectors({ apps, logger, observer: observers(history.observer, pauses) });
 * ```
 */
export function observers(...all: readonly CollectorObserver[]): CollectorObserver {
  return {
    tick(appId, tick, told) {
      for (const one of all) one.tick(appId, tick, told);
    },
    entries(appId, entries) {
      for (const one of all) one.entries(appId, entries);
    },
    controlled(appId, call) {
      for (const one of all) one.controlled?.(appId, call);
    },
  };
}
