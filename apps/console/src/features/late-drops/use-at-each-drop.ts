"use client";

import { useEffect, useRef } from "react";
import { useLiveView } from "../../live/live-app.tsx";

/** As much of a query as is needed to ask once more. */
interface Asking {
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * Asks again whenever the app has told of more late drops. A call that is under way is let come to its end first: one that
 * were begun anew at each tick never would.
 */
export function useAtEachDrop(isLive: boolean, { isFetching, refetch }: Asking): void {
  const snapshot = useLiveView()?.snapshot;
  const told =
    snapshot === undefined || snapshot === null
      ? undefined
      : `${snapshot.bootId}-${snapshot.rings.lateDropsNext}`;
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!isLive || isFetching || told === undefined || asked.current === told) return;
    asked.current = told;
    void refetch();
  }, [isLive, isFetching, told, refetch]);
}
