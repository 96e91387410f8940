import { setImmediate } from "node:timers/promises";
import type { LateDropSource, SourcePage } from "./late-drop-source.ts";

/** The most late drops that one question looks at. */
const lookedMax = 50_000;

/**
 * More than a collector holds of one app: a reader gets that in one piece, and nothing that it has not come to yet leaves
 * meanwhile.
 */
const pageLimit = 5000;

export interface LateDropPages {
  /** A cursor of the source. @default its newest entry */
  readonly before?: string | undefined;
  /** @default {@link lookedMax} */
  readonly entriesMax?: number;
}

/** The pages of a source, one after the other, with a turn for others after each. */
export async function* lateDropPages(
  source: LateDropSource,
  { before, entriesMax = lookedMax }: LateDropPages = {},
): AsyncGenerator<SourcePage, void, undefined> {
  let next = before;
  for (let looked = 0; looked < entriesMax; ) {
    const page = await source.page({ limit: Math.min(pageLimit, entriesMax - looked), before: next });
    yield page;
    if (page.nextBefore === null) return;
    looked += page.items.length;
    next = page.nextBefore;
    await setImmediate();
  }
}
