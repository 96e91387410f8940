import type { LedgerPage } from "@stoatflow/api";
import { formatCount } from "../../lib/format/integer.ts";

/** How a page of the live ledger stands to what the app has counted. */
export interface LedgerStanding {
  /** Why the newest entries can't be had. */
  readonly fault: string | undefined;
  /** How much of what there is the page has. */
  readonly words: string;
  /** What is said where it has no entry; `undefined`: that is not known. */
  readonly nothing: string | undefined;
}

/**
 * What is true of a page, above all where it is empty: that there was none is said only once that is known.
 *
 * @param error why the page itself could not be had anew.
 */
export function ledgerStanding(
  {
    items,
    total,
    retained,
    freshness,
  }: Pick<LedgerPage, "total" | "retained" | "freshness"> & { readonly items: readonly unknown[] },
  error: string | undefined,
): LedgerStanding {
  const fault = error ?? (freshness.kind === "failed" ? freshness.reason : undefined);
  const counted = total ?? retained;
  if (items.length > 0) {
    const words = `${formatCount(items.length)} of ${formatCount(retained)} held, ${formatCount(counted)} since its start`;
    return { fault, words, nothing: undefined };
  }
  if (retained > 0) return { fault, words: "", nothing: "None on this page." };
  if (counted > 0)
    return { fault, words: "", nothing: `${formatCount(counted)} counted since its start, none held.` };
  const isKnown = fault === undefined && freshness.kind === "current" && total === 0;
  return { fault, words: "", nothing: isKnown ? "None since its start." : undefined };
}
