"use client";

import { useQuery } from "@tanstack/react-query";
import { useAppId, useLiveView } from "../../live/live-app.tsx";
import { useTRPC } from "../../trpc/context.ts";
import { drainWords } from "./drain-words.ts";

/** How far a pause that is under way has come. */
export function DrainLine() {
  const trpc = useTRPC();
  const appId = useAppId();
  const isPausing = useLiveView()?.summary.lifecycle?.kind === "pausing";
  const { data } = useQuery(
    trpc.control.drain.queryOptions({ appId }, { enabled: isPausing, refetchInterval: 1000 }),
  );
  if (!isPausing || data === undefined) return null;
  return <p data-drain="">{drainWords(data.drain)}</p>;
}
