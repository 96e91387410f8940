import type { LateDropEntry } from "../wire/index.ts";
import type { DropFilter, Verdict } from "./drop-filter.ts";
import type { SourcePage } from "./late-drop-source.ts";

/** Some drops of a page, one after the other. */
export interface JudgedPart {
  readonly page: SourcePage;
  readonly drops: readonly (readonly [LateDropEntry, Verdict])[];
  /** Behind each of them. */
  readonly cursors: readonly string[];
  /** Where the source goes on behind them; `null`: nowhere. */
  readonly nextBefore: string | null;
}

/**
 * The drops of `pages`, of which one at least is given, each with what is so of it: as far as the time of a question goes.
 *
 * @throws {BadExpression} where it takes too long for most of them.
 */
export async function* judgedPages(
  pages: AsyncIterable<SourcePage>,
  filter: DropFilter,
): AsyncGenerator<JudgedPart, void, undefined> {
  for await (const page of pages) {
    const { items, nextBefore } = page;
    if (items.length === 0) yield { page, drops: [], cursors: [], nextBefore };
    let from = 0;
    for await (const drops of filter.judged(items)) {
      const to = from + drops.length;
      const cursors = page.cursors.slice(from, to);
      yield { page, drops, cursors, nextBefore: to === items.length ? nextBefore : (cursors.at(-1) ?? null) };
      from = to;
    }
    if (filter.isOver) return;
  }
}
