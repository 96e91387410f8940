/**
 * Which epochs are new at a tick: pure.
 *
 * Each instance numbers its own and has its own clock, so its newest one at the tick before tells, and neither a clock
 * nor a number alone: clocks are set, and after an assignment that changed the numbers go on from somewhere else.
 */
import type { Commit, FeedSnapshot } from "@stoatflow/engine/wire";

/** By boot: the newest epoch that was seen of it. */
export type SeenEpochs = ReadonlyMap<string, Pick<Commit, "epoch" | "atMs">>;

type Teller = Pick<FeedSnapshot, "bootId" | "commits">;

/**
 * Those that ended since, oldest first.
 *
 * @param sinceMs of an instance of which none was seen yet, those that ended after it are new.
 */
export function newEpochs(tellers: readonly Teller[], seen: SeenEpochs, sinceMs: number): readonly Commit[] {
  return tellers
    .flatMap(({ bootId, commits: { commits } }) => {
      const last = seen.get(bootId);
      if (last === undefined) return commits.filter(({ atMs }) => atMs > sinceMs);
      const at = commits.findIndex(({ epoch, atMs }) => epoch === last.epoch && atMs === last.atMs);
      return at < 0 ? commits : commits.slice(0, at);
    })
    .sort((a, b) => a.atMs - b.atMs);
}

/** Who tells nothing any more is forgotten. */
export function seenAfter(tellers: readonly Teller[], seen: SeenEpochs): SeenEpochs {
  return new Map(
    tellers.flatMap(({ bootId, commits: { commits } }) => {
      const newest = commits[0] ?? seen.get(bootId);
      return newest === undefined ? [] : [[bootId, { epoch: newest.epoch, atMs: newest.atMs }] as const];
    }),
  );
}
