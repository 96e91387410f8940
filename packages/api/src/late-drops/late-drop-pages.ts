import type { CollectedApp } from "../collector/collected-app.ts";
import type { LateDropPage } from "../wire/index.ts";

/**
 * Where late drops are read from, newest first: what a collector holds in memory, or anything that keeps them longer. It
 * may give fewer than it is asked for; only `nextBefore: null` is the end.
 */
export type LateDropSource = Pick<CollectedApp, "lateDrops">;

/** The most late drops that one question looks at. */
export const lookedMax = 200_000;

/**
 * More than a collector holds of one app: a reader gets that in one piece, and nothing that it has not come to yet leaves
 * meanwhile.
 */
const pageLimit = 5000;

/** All pages of a source from its newest entry, or from behind `before`, up to {@link lookedMax} entries. */
export async function* lateDropPages(
  source: LateDropSource,
  before?: string,
): AsyncGenerator<LateDropPage, void, undefined> {
  let next = before;
  for (let looked = 0; looked < lookedMax; ) {
    const page = await source.lateDrops({ limit: Math.min(pageLimit, lookedMax - looked), before: next });
    yield page;
    if (page.nextBefore === null) return;
    looked += page.items.length;
    next = page.nextBefore;
  }
}
