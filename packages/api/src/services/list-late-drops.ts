import type { PageRequest } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import { DropFilter } from "../late-drops/drop-filter.ts";
import { type JudgedPart, judgedPages } from "../late-drops/judged-pages.ts";
import { lateDropPages } from "../late-drops/late-drop-pages.ts";
import { lateDropSourceOf } from "../late-drops/late-drop-source.ts";
import { NotEvaluatedCount } from "../late-drops/not-evaluated.ts";
import { entryOfCursor, pageCursor } from "../page-cursor.ts";
import type { FilteredLateDropPage, LateDropEntry, LateDropFilter, LateDropsFrom } from "../wire/index.ts";

export interface ListLateDrops extends PageRequest {
  readonly appId: string;
  readonly from: LateDropsFrom;
  readonly filter: LateDropFilter;
}

/**
 * A page of the late drops that match, newest first. It looks one match ahead, so that `nextBefore` is `null` where
 * nothing more would come; where it stops at a bound of one question, drops or time, the next page goes on from there.
 *
 * @throws {ApiError} `unknown-app`, `unknown-cursor`, `bad-expression`
 */
export async function listLateDrops(
  context: ApiContext,
  { appId, from, filter, limit, before }: ListLateDrops,
): Promise<FilteredLateDropPage> {
  const list = ["late-drops", appId, from, filter];
  const source = lateDropSourceOf(context, appId, from, filter);
  const start = before === undefined ? undefined : entryOfCursor(list, before);
  const judge = new DropFilter(filter, context.clock);
  const notEvaluated = new NotEvaluatedCount();
  const items: LateDropEntry[] = [];
  let looked = 0;
  let behindLast: string | undefined;
  const answer = ({ page }: JudgedPart, goesOnBehind: string | null): FilteredLateDropPage => ({
    items,
    looked,
    notEvaluated: notEvaluated.told,
    total: page.total,
    retained: page.retained,
    olderThanRetained: page.olderThanRetained,
    freshness: page.freshness,
    nextBefore: goesOnBehind === null ? null : pageCursor(list, goesOnBehind),
  });
  let last: JudgedPart | undefined;
  for await (const part of judgedPages(lateDropPages(source, { before: start }), judge)) {
    last = part;
    for (const [i, [drop, verdict]] of part.drops.entries()) {
      looked += 1;
      if (typeof verdict !== "boolean") notEvaluated.add(verdict);
      if (verdict !== true) continue;
      if (items.length === limit && behindLast !== undefined) return answer(part, behindLast);
      items.push(drop);
      behindLast = part.cursors[i];
    }
  }
  if (last === undefined) throw new Error("a source of late drops gave no page");
  return answer(last, last.nextBefore);
}
