import type { FilteredLateDropPage, LateDropEntry, LateDropFilter, LateDropsFrom } from "@stoatflow/api";
import { formatCount } from "../../lib/format/integer.ts";
import { dropName } from "./drop-tail.ts";

/** How many pages of one place are looked through for a drop. */
export const pagesMax = 50;
const pageLimit = 200;

/** What came of looking for a drop. */
export type FoundDrop =
  | { readonly kind: "open"; readonly drop: LateDropEntry }
  /** It is nowhere that was looked; what that is is said. */
  | { readonly kind: "not-found"; readonly words: string };

/** Asks for a page of those that match. */
export type AskForDrops = (asked: {
  readonly from: LateDropsFrom;
  readonly filter: LateDropFilter;
  readonly limit: number;
  readonly before?: string;
}) => Promise<FilteredLateDropPage>;

/**
 * Looks for the drop of a link: by the moment at which it was dropped, in memory and among those that were written down,
 * however many there are of that millisecond. Without a moment only what is in memory is looked through.
 *
 * @throws whatever `ask` does, and where it was not found but the app's newest drops were not at hand.
 */
export async function findDrop(ask: AskForDrops, name: string, atMs: number | null): Promise<FoundDrop> {
  const filter = atMs === null ? {} : { fromMs: atMs, untilMs: atMs + 1 };
  const places = atMs === null ? (["collector"] as const) : (["collector", "history"] as const);
  let withheld: string | undefined;
  for (const from of places) {
    let before: string | undefined;
    for (let pages = 0; ; pages += 1) {
      if (pages === pagesMax) return { kind: "not-found", words: beyondWords };
      const page = await ask({ from, filter, limit: pageLimit, ...(before === undefined ? {} : { before }) });
      const drop = page.items.find((item) => dropName(item) === name);
      if (drop !== undefined) return { kind: "open", drop };
      // What was written down waits for nothing that the app has yet to tell.
      if (from === "collector") withheld ??= withheldBy(page.freshness);
      if (page.nextBefore === null) break;
      before = page.nextBefore;
    }
  }
  if (withheld !== undefined) throw new Error(withheld);
  return { kind: "not-found", words: atMs === null ? noMomentWords : goneWords };
}

function withheldBy(freshness: FilteredLateDropPage["freshness"]): string | undefined {
  if (freshness.kind === "failed") return freshness.reason;
  return freshness.kind === "fetching" ? "the newest are still on their way" : undefined;
}

const goneWords =
  "This late drop is no longer held, neither in memory nor among those that were written down.";
const noMomentWords =
  "This late drop is not held in memory. The link does not say when it was dropped, so those that were written down were not looked through.";
const beyondWords = `This late drop is not among the ${formatCount(pagesMax * pageLimit)} that were looked through for it; there are more.`;
