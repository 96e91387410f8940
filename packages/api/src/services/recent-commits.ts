import type { ApiContext } from "../context.ts";
import type { RecentCommits } from "../wire/index.ts";

export function recentCommits({ clock, collectors }: ApiContext, appId: string): RecentCommits {
  const newest = collectors.get(appId).newest();
  const serverNowMs = clock.nowMs();
  if (newest === undefined) return { tick: null, serverNowMs };
  const { bootId, sequence, atMs, commits } = newest.snapshot;
  return { tick: { ...commits, bootId, sequence, atMs, receivedAtMs: newest.receivedAtMs }, serverNowMs };
}
