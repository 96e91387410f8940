import type { ApiContext } from "../context.ts";
import { LateDropFigureCounter } from "../late-drops/late-drop-figure-counter.ts";
import { lateDropPages } from "../late-drops/late-drop-pages.ts";
import type { LateDropFigures, LateDropFilter, LateDropPage } from "../wire/index.ts";

export interface LateDropFiguresOf {
  readonly appId: string;
  readonly filter: LateDropFilter;
  /** What another grace would have kept is told for each. */
  readonly gracesMs: readonly number[];
}

/** Lateness, and what another grace would have kept, over the late drops that are held and match. @throws {ApiError} `unknown-app` */
export async function lateDropFigures(
  { collectors }: ApiContext,
  { appId, filter, gracesMs }: LateDropFiguresOf,
): Promise<LateDropFigures> {
  const app = collectors.get(appId);
  const newest = app.newest()?.snapshot;
  const counter = new LateDropFigureCounter(filter, (bootId) => app.newestOf(bootId) !== undefined);
  let last: LateDropPage | undefined;
  for await (const page of lateDropPages(app)) {
    last = page;
    for (const drop of page.items) counter.add(drop);
  }
  return counter.figures(gracesMs, {
    totalOfRun: last?.total ?? null,
    totalSinceMs: newest?.status.startedAtMs ?? null,
    olderThanHeld: last === undefined || last.olderThanRetained || last.nextBefore !== null,
    freshness: last?.freshness ?? { kind: "fetching" },
  });
}
