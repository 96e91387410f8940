import type { ApiContext } from "../context.ts";
import type { LiveLanes } from "../wire/index.ts";

export function readLiveLanes({ collectors }: ApiContext, appId: string): LiveLanes {
  const app = collectors.get(appId);
  const { serverNowMs } = app.listed();
  const newest = app.newest();
  if (newest === undefined) return { tick: null, serverNowMs };
  const { bootId, sequence, atMs, lanes } = newest.snapshot;
  return { tick: { ...lanes, bootId, sequence, atMs, receivedAtMs: newest.receivedAtMs }, serverNowMs };
}
