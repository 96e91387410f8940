/**
 * Which changes of leaders are new at a tick, and which of them are the same one: pure. Each tick tells the newest ones of
 * its instance, newest first.
 */
import { createHash } from "node:crypto";
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

/**
 * What a change is kept under in place of the run that told it: an app that starts anew, or another instance that takes
 * over, reads from the committed offset and tells it again. Only a topic that was made anew and has the same epoch begin
 * at the very same offset is taken for the one before.
 */
export function leaderChangeKey({ topic, partition, toEpoch, atOffset }: LeaderChangeEntry): {
  readonly boot_id: string;
  readonly entry_id: bigint;
} {
  const place = createHash("sha256").update(`${topic} ${partition} ${atOffset}`).digest("hex");
  return { boot_id: `leader.${place.slice(0, 32)}`, entry_id: BigInt(toEpoch) };
}
