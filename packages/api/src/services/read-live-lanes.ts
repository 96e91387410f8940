import type { ApiContext } from "../context.ts";
import type { LiveLanes } from "../wire/index.ts";

export function readLiveLanes({ clock, collectors }: ApiContext, appId: string): LiveLanes {
  const newest = collectors.get(appId).newest();
  const serverNowMs = clock.nowMs();
  if (newest === undefined) return { tick: null, serverNowMs };
  const { bootId, sequence, atMs, lanes } = newest.snapshot;
  return { tick: { ...lanes, bootId, sequence, atMs, receivedAtMs: newest.receivedAtMs }, serverNowMs };
}
