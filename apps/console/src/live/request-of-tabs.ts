import { type LiveRequest, liveAppsMax, liveEveryMs } from "@stoatflow/api/wire";
import type { Wants } from "./hub-messages.ts";

export interface RequestOfTabs {
  /** `undefined`: nobody wants anything. */
  readonly request: Pick<LiveRequest, "listEveryMs" | "apps"> | undefined;
  /** The apps for which there is no room any more. */
  readonly leftOut: readonly string[];
}

/**
 * One request for what all tabs of a browser want, each part at the pace of who wants it most: at once where somebody
 * looks, slowly where only hidden tabs have it. Where there are more apps than a stream takes, those that somebody looks
 * at come first. The same wants make the same request, whoever spoke last.
 */
export function requestOfTabs(tabs: readonly Wants[]): RequestOfTabs {
  const paces = new Map<string, number>();
  let listEveryMs: number | null = null;
  for (const { list, apps, isVisible } of tabs) {
    const everyMs = isVisible ? liveEveryMs.usual : liveEveryMs.hidden;
    if (list) listEveryMs = Math.min(everyMs, listEveryMs ?? everyMs);
    for (const appId of apps) paces.set(appId, Math.min(everyMs, paces.get(appId) ?? everyMs));
  }
  const byPace = [...paces].sort(([id, a], [otherId, b]) => a - b || (id < otherId ? -1 : 1));
  const apps = byPace.slice(0, liveAppsMax).map(([appId, everyMs]) => ({ appId, everyMs }));
  const leftOut = byPace.slice(liveAppsMax).map(([appId]) => appId);
  const isWanted = listEveryMs !== null || apps.length > 0;
  return { request: isWanted ? { listEveryMs, apps } : undefined, leftOut };
}
