/** Which changes of leaders are new at a tick: pure. Each tick tells the newest ones of its instance, newest first. */
import type { FeedSnapshot } from "@stoatflow/engine/wire";
import type { LeaderChangeEntry } from "../wire/entry-pages.ts";

/** By boot: the id of the newest that was seen of it. */
export type SeenLeaderChanges = ReadonlyMap<string, bigint>;

type Teller = Pick<FeedSnapshot, "bootId" | "instanceId" | "status">;

/** Of a boot of which none was seen yet, all that it tells are new. */
export function newLeaderChanges(
  tellers: readonly Teller[],
  seen: SeenLeaderChanges,
): readonly LeaderChangeEntry[] {
  return tellers.flatMap(({ bootId, instanceId, status: { leaderChanges = [] } }) => {
    const last = seen.get(bootId) ?? 0n;
    return leaderChanges
      .filter(({ id }) => BigInt(id) > last)
      .map((change) => ({ ...change, bootId, instanceId }));
  });
}

/** Who tells nothing any more is forgotten. */
export function leaderChangesSeenAfter(
  tellers: readonly Teller[],
  seen: SeenLeaderChanges,
): SeenLeaderChanges {
  return new Map(
    tellers.flatMap(({ bootId, status: { leaderChanges = [] } }) => {
      const newest = leaderChanges[0] === undefined ? seen.get(bootId) : BigInt(leaderChanges[0].id);
      return newest === undefined ? [] : [[bootId, newest] as const];
    }),
  );
}
