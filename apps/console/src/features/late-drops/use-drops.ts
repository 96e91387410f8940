"use client";

import type { LateDropFilter, LateDropsFrom } from "@stoatflow/api";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC, useTRPCClient } from "../../trpc/context.ts";
import { beginWith, type DropTail, newerThan, withNewest } from "./drop-tail.ts";
import { isFiltering } from "./filter.ts";
import { type HeldDrops, keyText, loadingOlder } from "./older-drops.ts";
import { type Phase, phaseOf } from "./phase.ts";
import { useAtEachDrop } from "./use-at-each-drop.ts";

/** How many of the newest are asked for at each beat; more where more than that came since. */
const newestLimit = 50;
const pageLimit = 200;

/** An answer that is not all there is yet, or none, is asked for again. */
const againMs = 2000;

export interface Drops {
  /** Names the question that the rows are the answer to. */
  readonly key: string;
  readonly tail: DropTail | undefined;
  readonly phase: Phase;
  readonly held:
    | { readonly atMs: number | undefined; readonly newer: ReturnType<typeof newerThan> }
    | undefined;
  readonly hold: () => void;
  readonly release: () => void;
  readonly older: {
    readonly isPending: boolean;
    readonly error: string | undefined;
    readonly load: () => void;
  };
}

/** Which late drops are asked for; without a filter none are, for it is not right, or not yet known to be. */
export interface DropsAsked {
  readonly from: LateDropsFrom;
  readonly filter: LateDropFilter | undefined;
}

/**
 * The late drops that match, newest first: the newest are asked for whenever the app has told of more, older ones as
 * somebody scrolls down to them. Bounded by `rowsMax`. What was written down is asked for once.
 *
 * @param isWrong something in the filter is marked as wrong.
 */
export function useDrops({ from, filter }: DropsAsked, isWrong: boolean): Drops {
  const appId = useAppId();
  const client = useTRPCClient();
  const cache = useQueryClient();
  const queryKey = useDropsKey("tail", { from, filter });
  const asked = { appId, from, filter };
  const nowMs = useLiveView()?.snapshot?.atMs;
  const query = useQuery({
    queryKey,
    enabled: filter !== undefined,
    structuralSharing: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const newest = (limit: number) => client.lateDrops.list.query({ ...asked, limit }, { signal });
      // What was loaded meanwhile counts, so the list is looked at once the page is here.
      const grownBy = (page: Awaited<ReturnType<typeof newest>>) =>
        withNewest(cache.getQueryData<DropTail>(queryKey), page);
      const grown = grownBy(await newest(newestLimit));
      if (grown !== undefined) return grown;
      const page = await newest(pageLimit);
      return grownBy(page) ?? beginWith(page);
    },
    refetchInterval: ({ state: { data, status } }) =>
      from === "collector" && (status === "error" || data?.standing.freshness.kind !== "current")
        ? againMs
        : false,
  });
  useAtEachDrop(from === "collector" && filter !== undefined, query);
  const [holding, setHolding] = useState<HeldDrops>();
  const key = keyText(queryKey);
  const answered = useRef(key);
  if (!query.isPlaceholderData) answered.current = key;
  // Another question has a list of its own, which nobody has stopped.
  const held = holding?.key === key ? holding : undefined;
  const tail = held?.tail ?? query.data;
  const before = tail?.end.kind === "more" ? tail.end.before : undefined;
  const older = useMutation(loadingOlder(cache, setHolding));
  // What became of a page behind another end says nothing of this one.
  const isOfThisEnd = older.variables?.before === before && keyText(older.variables?.queryKey ?? []) === key;
  const isFiltered = filter !== undefined && isFiltering(filter);
  return {
    key: answered.current,
    tail,
    phase: phaseOf({
      tail,
      isOfBefore: query.isPlaceholderData,
      isWrong,
      error: query.error?.message,
      from,
      isFiltered,
    }),
    held:
      held === undefined || query.data === undefined || query.isPlaceholderData
        ? undefined
        : { atMs: held.atMs, newer: newerThan(held.tail, query.data) },
    hold: () => {
      if (query.data !== undefined && !query.isPlaceholderData)
        setHolding({ key, atMs: nowMs, tail: query.data });
    },
    release: () => setHolding(undefined),
    older: {
      isPending: older.isPending && isOfThisEnd,
      error: isOfThisEnd ? older.error?.message : undefined,
      load: () => {
        if (before === undefined || (older.isPending && isOfThisEnd) || query.isPlaceholderData) return;
        const ask = () => client.lateDrops.list.query({ ...asked, limit: pageLimit, before });
        older.mutate({ queryKey, before, ask });
      },
    },
  };
}

/** The figures of the late drops that match, and what each grace would have kept; those of before until others are here. */
export function useDropFigures({ from, filter }: DropsAsked, gracesMs: readonly number[], isNeeded = true) {
  const appId = useAppId();
  const client = useTRPCClient();
  const isAsked = filter !== undefined && isNeeded;
  const query = useQuery({
    queryKey: [...useDropsKey("figures", { from, filter }), gracesMs],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client.lateDrops.figures.query({ appId, from, filter, gracesMs: [...gracesMs] }, { signal }),
  });
  useAtEachDrop(from === "collector" && isAsked, query);
  return query;
}

/** Its own key: what is kept of a list is more than one answer of the API. */
function useDropsKey(what: "tail" | "figures", asked: DropsAsked) {
  return [what, ...useTRPC().lateDrops.pathKey(), useAppId(), asked] as const;
}
