"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../trpc/context.ts";
import { notAnswered } from "../control/not-done.ts";

/** Somebody else may begin or end one, and each ends by itself. */
const lookAgainMs = 2000;

/** The incidents of an app that simulates them, and the way to begin and end one. */
export function useIncidents(appId: string, isAsked: boolean) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const listed = useQuery(
    trpc.incidents.list.queryOptions({ appId }, { enabled: isAsked, refetchInterval: lookAgainMs }),
  );
  const done = { onSettled: () => cache.invalidateQueries(trpc.incidents.list.queryFilter({ appId })) };
  const begin = useMutation(trpc.incidents.begin.mutationOptions(done));
  const end = useMutation(trpc.incidents.end.mutationOptions(done));
  const failed = begin.error ?? end.error;
  return {
    listed,
    ask: (verb: "begin" | "end", name: string, actor: string): void => {
      begin.reset();
      end.reset();
      (verb === "begin" ? begin : end).mutate({ appId, name, actor });
    },
    busy: begin.isPending || end.isPending,
    failure: failed === null ? undefined : notAnswered(failed),
  };
}
