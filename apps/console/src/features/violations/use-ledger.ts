"use client";

import type { LedgerEntry } from "@stoatflow/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { violationsSearchParams } from "../../app/apps/[id]/violations/search-params.ts";
import { formatCount } from "../../lib/format/integer.ts";
import { useAppId } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { type LedgerStanding, ledgerStanding } from "./ledger-standing.ts";

/** How many entries one page has. */
const pageSize = 50;

/** The end of what a span of history may name: everything that was written down. */
const latestMs = 8_640_000_000_000_000;

export interface Ledger extends LedgerStanding {
  /** `undefined`: on their way, or they can't be had. */
  readonly entries: readonly LedgerEntry[] | undefined;
  readonly nextBefore: string | null;
}

/** The page of the ledger that the address names. */
export function useLedger(): Ledger {
  const trpc = useTRPC();
  const appId = useAppId();
  const [{ source, before }] = useQueryStates(violationsSearchParams);
  const page = { appId, limit: pageSize, ...(before === null ? {} : { before }) };
  const isLive = source === "collector";
  const live = useQuery(
    trpc.violations.list.queryOptions(page, { enabled: isLive, placeholderData: keepPreviousData }),
  );
  const written = useQuery(
    trpc.violations.history.queryOptions(
      { ...page, fromMs: 0, toMs: latestMs },
      { enabled: !isLive, placeholderData: keepPreviousData },
    ),
  );
  if (!isLive) {
    const { data, error } = written;
    return {
      entries: data?.items,
      nextBefore: data?.nextBefore ?? null,
      fault: error?.message,
      words: data === undefined ? "" : `${formatCount(data.items.length)} of those written down`,
      nothing: error === null ? "None was written down." : undefined,
    };
  }
  const { data, error } = live;
  if (data === undefined)
    return { entries: undefined, nextBefore: null, fault: error?.message, words: "", nothing: undefined };
  const isOnItsWay = data.freshness.kind === "fetching" && data.items.length === 0;
  return {
    entries: isOnItsWay ? undefined : data.items,
    nextBefore: data.nextBefore,
    ...ledgerStanding(data, error?.message),
  };
}
