import type { PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { entryKey } from "../entry-key.ts";
import { lateDropPages } from "../late-drops/late-drop-pages.ts";
import { matcherOf } from "../late-drops/matches.ts";
import { entryOfCursor, pageCursor } from "../page-cursor.ts";
import type { FilteredLateDropPage, LateDropEntry, LateDropFilter, LateDropPage } from "../wire/index.ts";

export interface ListLateDrops extends PageRequest {
  readonly appId: string;
  readonly filter: LateDropFilter;
}

/**
 * A page of the late drops that match, newest first. It looks one match ahead, so that `nextBefore` is `null` where
 * nothing more would come; where it stops at the bound of one question, the next page goes on from there.
 *
 * @throws {ApiError} `unknown-app`, `unknown-cursor`
 */
export async function listLateDrops(
  { collectors }: ApiContext,
  { appId, filter, limit, before }: ListLateDrops,
): Promise<FilteredLateDropPage> {
  const list = ["late-drops", appId, filter];
  const start = before === undefined ? undefined : entryOfCursor(list, before);
  const matches = matcherOf(filter);
  const items: LateDropEntry[] = [];
  let looked = 0;
  const answer = (page: LateDropPage, goesOnBehind: string | null): FilteredLateDropPage => ({
    ...page,
    items,
    looked,
    nextBefore: goesOnBehind === null ? null : pageCursor(list, goesOnBehind),
  });
  let last: LateDropPage | undefined;
  for await (const page of lateDropPages(collectors.get(appId), start)) {
    last = page;
    for (const drop of page.items) {
      looked += 1;
      if (!matches(drop)) continue;
      const oldest = items.at(-1);
      if (items.length === limit && oldest !== undefined) return answer(page, entryKey(oldest));
      items.push(drop);
    }
  }
  if (last === undefined) throw new Error("a source of late drops gave no page");
  return answer(last, last.nextBefore);
}
