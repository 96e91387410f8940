import type { FilteredLateDropPage } from "@stoatflow/api";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { type DropTail, withOlder } from "./drop-tail.ts";

/** A list that its reader has stopped: what comes waits above it. */
export interface HeldDrops {
  /** The question whose list that is. */
  readonly key: string;
  /** By the app's clock; `undefined`: it has told no time yet. */
  readonly atMs: number | undefined;
  readonly tail: DropTail;
}

/** The page behind the end of a list, as it is asked for. */
export interface OlderAsked {
  readonly queryKey: QueryKey;
  readonly before: string;
  readonly ask: () => Promise<FilteredLateDropPage>;
}

/**
 * What is done to load a page of older drops. All that it is of goes with it: by the time that the answer is here
 * another question may be asked, and the list may be stopped or let go.
 */
export function loadingOlder(
  cache: QueryClient,
  setHeld: (change: (now: HeldDrops | undefined) => HeldDrops | undefined) => void,
) {
  return {
    mutationFn: ({ ask }: OlderAsked) => ask(),
    onSuccess: (page: FilteredLateDropPage, { queryKey, before }: OlderAsked): void => {
      cache.setQueryData<DropTail>(queryKey, (now) =>
        now === undefined ? now : withOlder(now, page, before),
      );
      setHeld((now) =>
        now?.key === keyText(queryKey) ? { ...now, tail: withOlder(now.tail, page, before) } : now,
      );
    },
  };
}

/** Names a question. */
export function keyText(queryKey: QueryKey): string {
  return JSON.stringify(queryKey);
}
