import type { ApiContext } from "../context.ts";
import { DropFilter } from "../late-drops/drop-filter.ts";
import { type JudgedPart, judgedPages } from "../late-drops/judged-pages.ts";
import { LateDropFigureCounter } from "../late-drops/late-drop-figure-counter.ts";
import { lateDropPages } from "../late-drops/late-drop-pages.ts";
import { lateDropSourceOf } from "../late-drops/late-drop-source.ts";
import type { LateDropFigures, LateDropFilter, LateDropsFrom } from "../wire/index.ts";

export interface LateDropFiguresOf {
  readonly appId: string;
  readonly from: LateDropsFrom;
  readonly filter: LateDropFilter;
  /** What another grace would have kept is told for each. */
  readonly gracesMs: readonly number[];
}

/**
 * Lateness, and what another grace would have kept, over the late drops that are held and match: the newest of
 * them where a bound of one question is reached, drops or time.
 *
 * @throws {ApiError} `unknown-app`, `bad-expression`
 */
export async function lateDropFigures(
  context: ApiContext,
  { appId, from, filter, gracesMs }: LateDropFiguresOf,
): Promise<LateDropFigures> {
  const app = context.collectors.get(appId);
  const source = lateDropSourceOf(context, appId, from, filter);
  const newest = app.newest()?.snapshot;
  const judge = new DropFilter(filter, context.clock);
  const counter = new LateDropFigureCounter((bootId) => app.newestOf(bootId) !== undefined);
  let last: JudgedPart | undefined;
  for await (const part of judgedPages(lateDropPages(source), judge)) {
    last = part;
    for (const [drop, verdict] of part.drops) counter.add(drop, verdict);
  }
  return counter.figures(gracesMs, {
    from,
    totalOfRun: last?.page.total ?? null,
    totalSinceMs: newest?.status.startedAtMs ?? null,
    olderThanHeld: last === undefined || last.page.olderThanRetained || last.nextBefore !== null,
    freshness: last?.page.freshness ?? { kind: "fetching" },
  });
}
